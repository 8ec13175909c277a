// Chooses the time range of an overview.
import { t } from '../text.ts'
import { labelRange, type Range, rangeNames } from './range.ts'

export const RangeField = ({ range, onChange }: { range: Range; onChange: (name: string) => void }) => (
  <select
    className="input !mt-0 !w-auto"
    aria-label={t('Time range')}
    value={range.name}
    onChange={(event) => onChange(event.target.value)}
  >
    {rangeNames.map((name) => (
      <option key={name} value={name}>
        {labelRange(name)}
      </option>
    ))}
  </select>
)
