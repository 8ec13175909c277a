// What a key spent through the tools of agents on each day (UTC), set aside or charged: their budgets are counted here.

export const agentSpending = `
create table agent_spending (
  key_id uuid not null references keys (id),
  day date not null,
  credits bigint not null check (credits >= 0),
  primary key (key_id, day)
) with (fillfactor = 50);
`
