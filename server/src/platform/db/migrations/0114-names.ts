// Gives tables, columns and functions the names that the code uses. Older servers would fail with every statement that
// has one of the older names, so all must be stopped.
import { refuseOlderServers } from './0102-job-queue.ts'

export const namesOfTheCode = `${refuseOlderServers}
alter table provider_turns rename to provider_bookings;
alter table provider_bookings rename constraint provider_turns_pkey to provider_bookings_pkey;
alter table provider_bookings rename turns to times;
alter table provider_bookings rename rest_until to paused_until;
alter table provider_hours rename turns to bookings;

alter table provider_answers rename to final_responses;
alter table final_responses rename constraint provider_answers_pkey to final_responses_pkey;

alter table calls rename fields_asked to fields_total;
alter table rollups rename fields_asked to fields_total;
alter table rollups_hourly rename fields_asked to fields_total;
alter table rollups_pending rename fields_asked to fields_total;

alter table accounts rename rate_limit_given to rate_limit_set;
alter table webhook_secrets rename made to created;

drop function if exists quarry_book_turns(text, integer[], integer, integer, integer, integer, integer);
drop function if exists quarry_quota_room(integer, uuid, timestamptz);
delete from functions where signature in (
  'quarry_book_turns(text, integer[], integer, integer, integer, integer, integer)',
  'quarry_quota_room(integer, uuid, timestamptz)');
`
