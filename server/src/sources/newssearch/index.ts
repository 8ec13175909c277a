// News search: articles of the press from a news engine, by feed or by page.
import type { Source } from '../../contract.ts'
import { news } from './news.ts'
import { sandbox } from './sandbox.ts'

export const newssearch: Source = {
  name: 'newssearch',
  title: 'News search',
  site: 'https://www.newssearch.example',
  endpoints: [news],
  sandbox,
}
