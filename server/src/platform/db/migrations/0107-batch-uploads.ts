// Batches from files. An upload stores its lines here while the file arrives; `slot` numbers the open uploads of an
// account and is null once the batch is accepted. After that the lines become jobs in chunks: `next_item` is the first
// line that is not yet a job. `refusal` ends the lines that are left, for example when the credits are exhausted.
import { uploadTables } from '../functions/count-stored.ts'
import { countTriggers } from './count-triggers.ts'

export const batchUploads = `
create table batch_uploads (
  id uuid primary key,
  account_id integer not null,
  key_id uuid not null,
  endpoint text not null,
  slot smallint,
  seen timestamptz not null,
  total integer,
  next_item integer not null default 0,
  refusal json,
  unique (account_id, slot),
  check ((slot is null) = (total is not null))
);

create table batch_lines (
  batch_id uuid not null references batch_uploads on delete cascade,
  item integer not null,
  account_id integer not null,
  job text not null,
  primary key (batch_id, item)
);

alter table batches add skipped integer not null default 0, add skipped_lines json;
${countTriggers(uploadTables)}
`
