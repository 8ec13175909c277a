// Until when a try of a webhook message is under way: a redelivery that is asked for meanwhile waits for it.

export const deliveryLeases = `
alter table webhook_deliveries add column lease_until timestamptz;
`
