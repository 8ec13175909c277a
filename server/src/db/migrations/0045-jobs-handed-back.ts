// How often workers that stopped gave a job back. Those attempts are numbered like all others, and only the rest count
// as crashes.

export const jobsHandedBack = `
alter table jobs add column handed_back smallint not null default 0;
`
