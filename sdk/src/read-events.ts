// Parses server-sent events from a byte stream, as the HTML standard defines them.

/** Without data it is a heartbeat, which may carry the last event id. */
export type ServerEvent = { id: string; type: string; data: string | null }

export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder()
  let incompleteLine = ''
  let id = ''
  let type = ''
  let data: string[] = []
  for await (const chunk of chunks) {
    // CRLF may be split between two chunks: keep a CR at the end for the next chunk.
    const lines = (incompleteLine + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    incompleteLine = lines.pop() ?? ''
    for (const line of lines) {
      const colon = line.indexOf(':')
      const field = colon === -1 ? line : line.slice(0, colon)
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (line === '') {
        yield { id, type, data: data.length > 0 ? data.join('\n') : null }
        type = ''
        data = []
      } else if (field === 'data') data.push(value)
      else if (field === 'event') type = value
      else if (field === 'id') id = value
    }
  }
}
