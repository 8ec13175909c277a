// Spending by one group; each row links to its calls.
import { Link } from '@tanstack/react-router'
import { credits, number, t } from '../text.ts'
import { Bar, Card, Empty, Loaded } from '../ui/parts.tsx'
import { type Range, useStatistics } from './range.ts'

type SpendProps = { title: string; group: 'endpoint' | 'provider' | 'key' | 'status'; range: Range }

export function Spend({ title, group, range }: SpendProps) {
  const query = useStatistics(range, group)
  // Failed calls cost nothing, so statuses are compared by their number of calls.
  const measure = group === 'status' ? 'calls' : 'credits'
  return (
    <Card title={title} flush>
      <Loaded query={query}>
        {({ series }) => {
          const rows = [...series].sort((a, b) => b[measure] - a[measure]).slice(0, 8)
          const most = Math.max(1, ...rows.map((row) => row[measure]))
          if (rows.length === 0) return <Empty title={t('No calls in this period')} />
          return (
            <ul className="pb-2">
              {rows.map((row) => {
                const name = row[group]
                return (
                  <li key={String(name)} className="px-[1.1rem] py-1.5">
                    <div className="flex justify-between gap-3 text-[0.9rem]">
                      {name ? (
                        <Link
                          to="/console/calls"
                          search={{ [group]: String(name), from: range.from } as never}
                          className="min-w-0 truncate text-ink"
                        >
                          {String(name).replace(/^\/v2\//, '')}
                        </Link>
                      ) : (
                        <span className="quiet min-w-0 truncate">{t('no provider')}</span>
                      )}
                      <span className="numbers whitespace-nowrap">
                        {number(row.credits)} <span className="quiet">/ {number(row.calls)}</span>
                      </span>
                    </div>
                    <div className="mt-1">
                      <Bar
                        share={row[measure] / most}
                        label={`${name ?? t('no provider')}: ${credits(row.credits)}`}
                      />
                    </div>
                  </li>
                )
              })}
              <li className="quiet px-[1.1rem] pt-1 text-[0.8rem]">{t('Credits / calls')}</li>
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}
