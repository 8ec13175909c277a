// What is left of a job's result, in SQL: a licence may bound how long it lies here, and past that time it is gone for
// every reader at once, whenever its text is swept out.

const isGone = 'result_until <= quarry_now()'

export const keptResult = `case when ${isGone} then null else result end as result`

export const keptError = `case when ${isGone} then 'No longer kept' else error end as error`
