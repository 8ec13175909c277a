// What can be asked a statement: the pool, or one connection inside a transaction.
import type { ClientBase } from 'pg'

export type Queryable = Pick<ClientBase, 'query'>
