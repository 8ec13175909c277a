// What an account sees of its webhooks: since when it has its secret, and which key a message goes back to, since a key
// with scopes sees its own alone. Messages outlive their jobs, so they know the key themselves; where neither the job
// nor a server of an earlier version told it, it stays unknown, and only keys that see the whole account see the message.

export const webhooksByAccount = `
alter table webhook_secrets add made timestamptz;
alter table webhook_secrets alter made set default quarry_now();

update webhook_secrets s set made = (
  select max(l.at) from admin_log l join accounts a on a.slug = l.subject
  where a.id = s.account_id and l.action = 'rotate webhook secret');

alter table webhook_deliveries add key_id uuid;

update webhook_deliveries d set key_id = j.key_id from jobs j
where j.id = d.job_id or (j.batch_id = d.batch_id and j.item = 0);
`
