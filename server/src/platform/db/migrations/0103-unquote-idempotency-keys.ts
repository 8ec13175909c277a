// Removes the quotes of stored idempotency keys: `"order-17"` and `order-17` are the same key since this version. A key
// that is stored in both forms keeps both rows; the one without quotes answers.

const unquoted = String.raw`regexp_replace(substr(k.key, 2, length(k.key) - 2), '\\(.)', '\1', 'g')`

export const unquoteIdempotencyKeys = `
update idempotency_keys k set key = ${unquoted}
where k.key ~ ${String.raw`'^"([^"\\]|\\["\\])+"$'`}
  and not exists (select from idempotency_keys o where o.account_id = k.account_id and o.key = ${unquoted});
`
