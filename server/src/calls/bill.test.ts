// Checks the billing rules for every combination of inputs, against api-rules 7.2 and 7.3.
import { expect, test } from 'vitest'
import { type BillInput, bill } from './bill.ts'

const product: BillInput[] = [1, 2, 3].flatMap((price) =>
  (['billed', 'free'] as const).flatMap((notFound) =>
    (['found', 'not_found', 'fields_missing', 'failed', 'refused'] as const).flatMap((outcome) =>
      [false, true].flatMap((softFail) =>
        (['sync', 'job'] as const).flatMap((mode) =>
          [400, 401, 402, 403, 409, 413, 422, 429].map((refusedStatus) => ({
            price,
            notFound,
            outcome,
            softFail,
            mode,
            refusedStatus,
          })),
        ),
      ),
    ),
  ),
)

test('every combination of inputs is tested', () => expect(product).toHaveLength(3 * 2 * 5 * 2 * 2 * 8))

test.each(['found', 'not_found', 'fields_missing', 'failed', 'refused'] as const)('%s', (outcome) => {
  for (const input of product.filter((one) => one.outcome === outcome)) {
    const { price, notFound, softFail, mode, refusedStatus } = input
    const expected = {
      found: { recordedStatus: mode === 'job' ? 201 : 200, sentStatus: 200, credits: price },
      not_found: {
        recordedStatus: 404,
        sentStatus: softFail ? 200 : 404,
        credits: notFound === 'billed' ? price : 0,
      },
      fields_missing: { recordedStatus: 422, sentStatus: 422, credits: 0 },
      failed: { recordedStatus: 500, sentStatus: 500, credits: 0 },
      refused: { recordedStatus: refusedStatus, sentStatus: refusedStatus, credits: 0 },
    }[outcome]
    expect(bill(input), JSON.stringify(input)).toEqual(expected)
  }
})
