// Keys that may make and change other keys of their account. Such a key has no quotas: the keys that it makes would
// be a way around them. A server of an earlier version knows no permissions and leaves them as they are.

export const manageKeys = `
alter table keys add permissions text[] not null default '{}',
  add constraint keys_manage_without_quotas check (not ('manage' = any (permissions))
    or coalesce(quota_total, quota_daily, quota_weekly, quota_monthly) is null);
`
