// Sessions of the console: each stands for a key, or for the operator, as long as the secret behind it is good. Codes
// begin a session once. Of both only hashes are kept.

export const sessions = `
create table sessions (
  hash bytea primary key,
  key_id uuid references keys (id) on delete cascade,
  secret_hash bytea not null,
  created_at timestamptz not null default quarry_now(),
  seen_at timestamptz not null default quarry_now()
);
create index sessions_by_key on sessions (key_id);

create table session_codes (
  hash bytea primary key,
  key_id uuid references keys (id) on delete cascade,
  secret_hash bytea not null,
  until timestamptz not null
);
`
