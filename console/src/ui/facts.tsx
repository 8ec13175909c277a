// What is known of one thing, a name and a value to a line; what is not known has none.
export type Fact = readonly [name: string, value: string | null]

export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <dl className="mt-2 grid grid-cols-[8.5rem_minmax(0,1fr)] gap-y-1 text-[0.88rem]">
    {of.map(([name, value]) =>
      value === null ? null : (
        <div key={name} className="contents">
          <dt className="quiet">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ),
    )}
  </dl>
)
