// Answers of outside interfaces that will never change, without personal data: what one server read none has to ask for
// again. The key is a digest because addresses are longer than an index takes.

export const providerAnswers = `
create table provider_answers (
  provider text not null,
  key text not null,
  address text not null,
  content_type text not null,
  body text not null,
  bytes integer not null,
  at timestamptz not null default quarry_now(),
  primary key (provider, key)
);
`
