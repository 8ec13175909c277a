// Nothing asks the log for a time: it is read newest first by id, and months are dropped whole.

export const logWithoutTimeIndex = `
drop index calls_by_time;
`
