// The check of style finds refused phrases in comments and docs, exported names that end in `Of`, and files that are too
// long.
import { expect, test } from 'vitest'
import { findLongFile, findOfNames, findPhrases } from '../../../scripts/check-style.ts'

// Joined at run time, so that this file itself contains none of them.
const words = (...parts: string[]) => parts.join(' ')

test.each([
  words('what', 'came', 'of'),
  'whoever',
  'nobody',
  words('none', 'of', 'its'),
  words('to', 'be', 'had'),
  words('stands', 'behind'),
  words('was', 'told'),
  words('tells', 'of'),
  'anew',
  words('in', 'its', 'place'),
  words('whose', 'turn'),
  words('the', 'books'),
  words('null', 'where'),
  words('stored', 'answer'),
  words('pretend', 'sites'),
])('"%s" is found in a comment and in a page, with the better form', (phrase) => {
  const violation = { found: phrase, better: expect.stringMatching(/./) }
  expect(findPhrases('a.ts', `const a = 1\n// Says ${phrase} here.\n`)).toEqual([
    { file: 'a.ts', line: 2, ...violation },
  ])
  expect(findPhrases('docs/a.md', `# Title\n\nSays ${phrase} here.\n`)).toEqual([
    { file: 'docs/a.md', line: 3, ...violation },
  ])
})

test('a phrase is found across lines and in every kind of comment', () => {
  const broken = `// Ends with ${words('none', 'of')}\n// the others.\nexport const a = 1\n`
  expect(findPhrases('a.ts', broken)).toMatchObject([{ line: 1, found: words('none', 'of', 'the') }])
  const kinds = `/**\n * Nobody\n */\nfunction a() {\n  b() // anew\n  // whoever\n}\n/* anew */\n`
  expect(findPhrases('a.ts', kinds).map(({ line }) => line)).toEqual([6, 2, 5, 8])
  expect(findPhrases('a.tsx', 'const a = <p>{/* anew */}</p>\n')).toHaveLength(1)
})

test('strings, code and released versions of the changelog are left alone', () => {
  expect(findPhrases('a.ts', `const a = 'anew' // plain\nconst whoever = a // words\n`)).toEqual([])
  expect(findPhrases('a.ts', '// A comment with none of\nrun()\n// the words.\n')).toEqual([])
  expect(findPhrases('docs/a.md', 'The user `nobody` runs it.\n')).toEqual([])
  const changelog = '# Changelog\n\n## Unreleased\n\n- anew\n\n## 0.1.0\n\n- anew\n'
  expect(findPhrases('CHANGELOG.md', changelog).map(({ line }) => line)).toEqual([5])
})

test('an exported name that ends in Of is found, any other name is not', () => {
  const code =
    'export function nameOf() {}\nexport const sizeOf = 1\nconst ownOf = 2\nexport const offer = 3\n'
  expect(findOfNames('a.ts', code).map(({ line, found }) => ({ line, found }))).toEqual([
    { line: 1, found: 'nameOf' },
    { line: 2, found: 'sizeOf' },
  ])
})

test('a file of code may have 450 lines; tests, generated files and pages may have more', () => {
  const long = 'export const a = 1\n'.repeat(451)
  expect(findLongFile('console/src/a.tsx', long)).toMatchObject([{ line: 451, found: '451 lines' }])
  expect(findLongFile('console/src/a.tsx', long.slice(0, long.lastIndexOf('export')))).toEqual([])
  for (const file of ['kit/src/a.test.ts', 'server/test/a.ts', 'sdk/src/generated/a.ts', 'docs/a.md'])
    expect(findLongFile(file, long)).toEqual([])
})
