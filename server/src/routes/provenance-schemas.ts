// Where a record came from, as results of jobs and batches say it.
import { nullable, text } from '@quarry/kit/schema'

export const provenance = {
  provider: nullable(text('sandbox', { description: 'Who answered; null where nobody did.' })),
  provider_licence: nullable(text('ODbL-1.0', { description: 'The licence of its data, where it says so.' })),
  provider_source: nullable(
    text('https://www.shop.example/p/1', {
      format: 'uri',
      description: 'The address under which a person finds the subject.',
    }),
  ),
  record_fields: nullable(text('31/43', { description: 'How many of its fields the record fills.' })),
  record_form: nullable(text('json', { description: 'The form of the page that was read.' })),
  record_observed: nullable(
    text('2026-11-02', {
      format: 'date',
      description: 'When somebody saw what the record tells, a price above all; null where it is as of now.',
    }),
  ),
}
