// A list of names and values; rows without a value are left out.
export type Fact = readonly [name: string, value: string | null]

export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <dl className="mt-2 space-y-1 text-[0.88rem]">
    {of.map(([name, value]) =>
      value === null ? null : (
        <div key={name} className="flex flex-wrap">
          <dt className="quiet w-[8.5rem] max-w-full">{name}</dt>
          <dd className="flex-1 basis-28">{value}</dd>
        </div>
      ),
    )}
  </dl>
)
