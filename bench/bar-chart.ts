// Renders a bar chart as SVG: one bar per figure, with its name on the left and its value on the right.

export type Bar = { name: string; value: number; text: string }

const rowHeight = 26
const nameWidth = 220
const barWidth = 420
const textWidth = 140

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const width = nameWidth + barWidth + textWidth
  const height = 40 + bars.length * rowHeight
  const rows = bars.map(({ name, value, text }, n) => {
    const y = 36 + n * rowHeight
    const length = Math.max(1, (Math.max(0, value) / most) * barWidth).toFixed(1)
    return [
      `<text x="${nameWidth - 8}" y="${y + 15}" text-anchor="end">${escaped(name)}</text>`,
      `<rect x="${nameWidth}" y="${y}" width="${length}" height="${rowHeight - 6}" rx="2" fill="#4a6fa5"/>`,
      `<text x="${(nameWidth + Number(length) + 6).toFixed(1)}" y="${y + 15}">${escaped(text)}</text>`,
    ].join('\n')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#222">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="8" y="20" font-size="15" font-weight="bold">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`
}
