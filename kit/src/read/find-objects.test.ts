// Finding arrays and objects by their keys.
import { describe, expect, test } from 'vitest'
import { findArrays, findObjects } from './find-objects.ts'

const supplier = (id: number) => ({ tgramsId: id, address: {}, related: [{ tgramsId: 99, address: {} }] })
const state = {
  props: {
    featuredSuppliers: [supplier(1)],
    page: { deep: [{ results: [supplier(2), null, { other: true }, supplier(3)] }] },
    one: { tgramsId: 4, address: {} },
  },
}

describe('findArrays', () => {
  test('finds arrays by the keys of their items, in document order, with their names', () => {
    const found = findArrays(state, ['tgramsId', 'address'])
    expect(found.map(({ name, items }) => [name, items.map((item) => item.tgramsId)])).toEqual([
      ['featuredSuppliers', [1]],
      ['results', [2, 3]],
    ])
    expect(found[1]?.path).toEqual(['props', 'page', 'deep', '0', 'results'])
  })

  test('is empty if nothing has the keys', () => {
    for (const value of [state.props.one, null, 'x', [], [[1]]])
      expect(findArrays(value, ['missing'])).toEqual([])
    expect(findArrays([{}], ['constructor'])).toEqual([])
  })
})

describe('findObjects', () => {
  test('finds objects by their keys, in document order, without those inside them', () => {
    expect(findObjects(state, ['tgramsId']).map((found) => found.tgramsId)).toEqual([1, 2, 3, 4])
  })

  test('survives any depth', () => {
    let deep: unknown = { needle: 1 }
    for (let i = 0; i < 100_000; i++) deep = { deep }
    expect(findObjects(deep, ['needle'])).toEqual([{ needle: 1 }])
  })
})
