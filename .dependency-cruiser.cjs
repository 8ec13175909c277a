// The import rules. Packages: the kit imports no other package of ours, the sources import the kit only, and the server
// gets the sources as data. Inside the server each module imports only the modules below it.
const modules = ['platform', 'fetching', 'ledger', 'lookups', 'accounts', 'operate', 'calls', 'http', 'app']

const root = '^server/src/'
const kit = '^kit/src/'
const sources = '^sources/src/'
const plugins = '^plugins/[^/]+/src/'
const tests = ['\\.test\\.ts$', '/testing/']
/** The folders of sources/src that are no source. */
const shared = '(?:apis|libraries|sandbox|shops|testing)/'
const of = (name) => `${root}${name}/`

const traces = `${root}(?:platform/traces/|[a-z]+/trace-[a-z]+\\.ts$)`

const oneWay = modules.slice(0, -1).map((name, level) => ({
  name: `${name}-imports-only-what-is-below`,
  severity: 'error',
  from: { path: of(name) },
  to: { path: modules.slice(level + 1).map(of) },
}))

module.exports = {
  forbidden: [
    ...oneWay,
    {
      name: 'a-file-lies-in-a-module',
      severity: 'error',
      from: { path: root, pathNot: modules.map(of) },
      to: {},
    },
    {
      name: 'the-kit-imports-no-other-package-of-ours',
      severity: 'error',
      from: { path: kit, pathNot: tests },
      to: { path: ['^sources/', '^server/', '^sdk/', '^cli/', '^console/', '^scripts/', '^bench/'] },
    },
    {
      name: 'the-kit-does-no-io',
      severity: 'error',
      from: { path: kit, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sources-import-the-kit-only',
      severity: 'error',
      from: { path: sources },
      to: { path: ['^server/', '^sdk/', '^cli/', '^console/', '^scripts/', '^bench/'] },
    },
    {
      name: 'sources-do-no-io',
      severity: 'error',
      from: { path: sources, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'plugins-import-the-kit-only',
      severity: 'error',
      from: { path: plugins },
      to: { path: ['^sources/', '^server/', '^sdk/', '^cli/', '^console/', '^scripts/', '^bench/'] },
    },
    {
      name: 'plugins-do-no-io',
      severity: 'error',
      from: { path: plugins, pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'a-sandbox-site-of-a-plugin-knows-no-reader',
      severity: 'error',
      from: { path: `${plugins}sandbox/` },
      to: { path: [plugins, `${kit}read/`], pathNot: '/sandbox/' },
    },
    {
      name: 'the-server-gets-sources-as-data',
      severity: 'error',
      from: { path: root, pathNot: [`${root}lookups/sources/load-sources\\.ts$`, '\\.test\\.ts$'] },
      to: { path: sources },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { path: [kit, sources, root], pathNot: tests },
      to: { path: '^(?:kit|sources)/src/testing/' },
    },
    {
      name: 'a-source-knows-no-other-source',
      severity: 'error',
      from: { path: `${sources}([^/]+)/`, pathNot: [`${sources}${shared}`] },
      to: { path: sources, pathNot: [`${sources}$1/`, `${sources}${shared}`] },
    },
    {
      name: 'what-sources-share-knows-no-source',
      severity: 'error',
      from: { path: `${sources}${shared}`, pathNot: tests },
      to: { path: sources, pathNot: `${sources}${shared}` },
    },
    {
      name: 'only-sandbox-sites-use-sandbox-data',
      severity: 'error',
      from: { path: sources, pathNot: ['/sandbox/', ...tests] },
      to: { path: `${sources}sandbox/` },
    },
    {
      name: 'a-sandbox-site-knows-no-reader',
      comment: 'Otherwise page and reader agree by construction and tests prove nothing.',
      severity: 'error',
      from: { path: [`${sources}sandbox/`, `${sources}[^/]+/sandbox/`], pathNot: '\\.test\\.ts$' },
      to: { path: [sources, `${kit}read/`], pathNot: ['/sandbox/', `${sources}libraries/`] },
    },
    {
      name: 'a-sandbox-site-is-loaded-on-demand',
      comment: 'Neither a reading thread nor a server of live sites loads sandbox data.',
      severity: 'error',
      from: { path: [sources, root], pathNot: ['/sandbox/', ...tests] },
      to: { path: `${sources}[^/]+/sandbox/`, dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'traces-are-loaded-on-demand',
      comment: 'Who traces nothing pays nothing for it.',
      severity: 'error',
      from: { path: root, pathNot: traces },
      to: {
        path: traces,
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'fastify-only-in-http',
      severity: 'error',
      from: { path: root, pathNot: `${root}(?:http|app)/` },
      to: { path: 'node_modules/fastify/' },
    },
    {
      name: 'libraries-of-many-files-are-loaded-as-one',
      comment: 'The build bundles the files of libraries/: a start does not look for a thousand small files.',
      severity: 'error',
      from: {
        path: [kit, sources, root],
        pathNot: ['^[a-z]+/src/(?:platform/)?libraries/', '\\.test\\.ts$'],
      },
      to: {
        path: 'node_modules/(?:typebox|feedsmith|@modelcontextprotocol|css-select|dom-serializer|htmlparser2|minisearch|secure-json-parse)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-sdk-stands-alone',
      comment:
        'It talks HTTP and runs where there is no Node.js: nothing of the server, of Node.js or of a package.',
      severity: 'error',
      from: { path: '^sdk/src/' },
      to: { pathNot: '^sdk/src/' },
    },
    {
      name: 'the-command-line-talks-http',
      comment: 'It knows the SDK, and of the server only what is on the wire.',
      severity: 'error',
      from: { path: '^cli/src/' },
      to: { path: ['^server/', '^console/', '^scripts/'] },
    },
    {
      name: 'nobody-imports-the-command-line',
      severity: 'error',
      from: { path: ['^server/src/', '^sdk/src/'] },
      to: { path: '^cli/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$' },
      to: { path: '\\.test\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
