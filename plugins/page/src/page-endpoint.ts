// The common part of the endpoints of this source: they take the address of a page and read that page.
import { type Endpoint, endpoint, found, notFound, type Outcome, type Page, provider } from '@quarry/kit'
import { assertReadable } from '@quarry/kit/read/walls'
import { object, type Static, type TObject, text } from '@quarry/kit/schema'
import { type PageData, readPageData } from './read/page-data.ts'
import { createPicker, type Picker } from './read/picker.ts'

type Definition<R extends TObject> = {
  name: string
  summary: string
  description: string
  /** An address of the sandbox site. */
  example: string
  record: R
  /** Reads the record; null if the page is about something else. */
  read: (data: PageData, picker: Picker) => Static<R> | null
}

export function pageEndpoint<R extends TObject>(definition: Definition<R>): Endpoint {
  const { name, summary, description, example, record, read } = definition
  const extract = (page: Page): Outcome<Static<R>> => {
    assertReadable(page)
    const picker = createPicker()
    const value = isHtml(page) ? read(readPageData(page), picker) : null
    return value === null ? notFound : found(value, { form: picker.describe(), source: page.url })
  }
  return endpoint({
    method: 'GET',
    path: `/v2/page/${name}`,
    credits: 1,
    notFound: 'free',
    summary,
    description,
    example: { query: example },
    params: object({
      query: text(example, {
        description: 'The address of the page. The operator decides which hosts may be called.',
        maxLength: 4000,
      }),
    }),
    record,
    parse: ({ query }, addresses) =>
      addresses.provokes(query) ? `https://news.page.example/${query}` : addresses.read(query, 'query'),
    providers: [
      provider<string, Static<R>>({
        address: ({ url }) => url.href,
        page: (address) => address,
        extract,
      }),
    ],
  })
}

const isHtml = ({ contentType, body }: Page): boolean =>
  /html|^$/i.test(contentType) || /^\s{0,100}<(?:!doctype|html)/i.test(body.slice(0, 500))
