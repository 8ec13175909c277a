// Code to be taken along.
import { Copy } from '../ui/parts.tsx'

export function Snippet({ text }: { text: string }) {
  return (
    <div>
      <pre className="mono whitespace-pre-wrap">{text}</pre>
      <div className="mt-2">
        <Copy text={text} />
      </div>
    </div>
  )
}
