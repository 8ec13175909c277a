// The types of the server's OpenAPI document. Made by npx tsx scripts/generate-sdk.ts.

export interface paths {
    "/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of all accounts
         * @description Server-sent events of all servers: `call` when a call is logged; `job` when a job is queued, starts or ends; `batch` when a batch is created or some of its items end; `watch` when a watch has a new entry in its history. A comment is sent every 15 seconds. With `Last-Event-ID` the stream resumes up to 10 minutes back; an older id gets the event `gap` first. Every event names its account. A stream opened by the console ends with its session.
         */
        get: operations["all_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the server is alive */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the server can take calls */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the health of each endpoint
         * @description Measured over the last ten minutes unless the label is pinned; times are null without lookups. `alarms` lists where the data of a site has changed; an endpoint with an alarm is degraded.
         */
        get: operations["status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the health of each endpoint over the last 30 days
         * @description The label is measured over the last ten minutes unless it is pinned. Days are UTC, oldest first, including today. Refreshed every few seconds.
         */
        get: operations["status_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the API reference */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the API reference for operators */
        get: operations["admin_openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of the server
         * @description In the text format of Prometheus.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a summary of the API for language models
         * @description Markdown in the form of llms.txt: every lookup with its price, and where the reference is.
         */
        get: operations["llms_txt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/api-catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the API catalog
         * @description A linkset as RFC 9727 defines it: the APIs of this server with their descriptions and status.
         */
        get: operations["api_catalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/security.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whom to contact about security problems
         * @description As RFC 9116 defines it. 404 if the operator configured no contact.
         */
        get: operations["security_txt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in to the console
         * @description Open to everyone. Without the header `x-quarry-console: 1` the answer is signed out.
         */
        get: operations["session"];
        put?: never;
        /**
         * Sign in to the console
         * @description With an API key, the admin token, or the one-time code of a link. The session has the same rights and lasts 12 hours, or until an hour without use. Needs the header `x-quarry-console: 1`, which pages of other origins cannot send.
         */
        post: operations["sign_in"];
        /**
         * Sign out of the console
         * @description Needs the header `x-quarry-console: 1`, which pages of other origins cannot send.
         */
        delete: operations["sign_out"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all accounts
         * @description Newest first, with their balances.
         */
        get: operations["accounts"];
        put?: never;
        /** Create an account */
        post: operations["create_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an account */
        get: operations["account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description Fields that you omit keep their values.
         */
        patch: operations["change_account"];
        trace?: never;
    };
    "/admin/accounts/{slug}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant credits to an account, or take them back
         * @description Granted credits do not expire. A negative number takes bonus credits back: credits that are held stay held, and 422 names how many are available if that is less.
         */
        post: operations["grant_credits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{slug}/webhook_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or replace the webhook secret of an account
         * @description The secret is not stored: a retry with the same Idempotency-Key is 409.
         */
        post: operations["make_webhook_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{slug}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of an account */
        get: operations["keys"];
        put?: never;
        /**
         * Create a key
         * @description A key with `permissions: ["manage"]` creates, changes and rotates other keys of its account, within its own scopes, addresses and expiry. Such a key has no quotas. The secret is not stored: a retry with the same Idempotency-Key is 409.
         */
        post: operations["create_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a key
         * @description Fields that you omit keep their values.
         */
        patch: operations["change_key"];
        trace?: never;
    };
    "/admin/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a key
         * @description The secret is not stored: a retry with the same Idempotency-Key is 409.
         */
        post: operations["rotate_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the request log
         * @description Newest first.
         */
        get: operations["calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/calls/histogram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the calls over time
         * @description Counts the calls that the list returns under the same filters, in at most 60 steps of equal length. Without `from` it starts at the first call, at most a year ago. Long ranges are counted in whole hours, ranges of several weeks in whole days if they start and end on one. With `reason` or `text` it reads the newest 50,000 calls of the range; `counted_from` is set if there were more.
         */
        get: operations["all_calls_histogram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the changes to accounts and keys */
        get: operations["changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs of all accounts
         * @description Newest first, including the items of batches.
         */
        get: operations["all_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the batches of all accounts
         * @description Newest first.
         */
        get: operations["all_batches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook deliveries of all accounts
         * @description Newest first.
         */
        get: operations["all_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an overview of all accounts */
        get: operations["overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read calls over time and the busiest accounts
         * @description Counted in whole hours for up to two days, else in whole days (UTC).
         */
        get: operations["activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the providers with their health and remaining rate limit */
        get: operations["providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the diagnostic pages
         * @description Newest first, of the server that answers.
         */
        get: operations["kept_pages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/pages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a diagnostic page and try to extract it again */
        get: operations["kept_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sources with their providers and record coverage */
        get: operations["sources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/sources/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how often each field of a source is filled
         * @description By provider and form of page, over the newest few thousand records of each.
         */
        get: operations["source"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last audit of the ledger
         * @description The result of `quarry audit`, as last run by the server that answers. A request starts a new audit if the last one is older than a minute and older than 100 times its duration.
         */
        get: operations["last_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settings in force and their origin
         * @description Of the server that answers. Secrets are named, never shown.
         */
        get: operations["settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    alert: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The data of a site changed
         * @description Sent to the receiver that the operator configured as `alerts.webhook` when an alarm begins or ends. Answer with a 2xx status; otherwise the message is sent again.
         */
        post: operations["alert_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Error: {
            /** @example Not Found */
            error: string;
        };
        Problem: {
            /**
             * @description A section of the reference about the reason
             * @example /docs#error-not_found
             */
            type: string;
            /**
             * @description The same for every error with this reason
             * @example There is no such record
             */
            title: string;
            /** @example 404 */
            status: number;
            /**
             * @description The message of this error
             * @example Not Found
             */
            detail: string;
            /**
             * @description As in the header `x-error-reason`
             * @example not_found
             */
            reason: string;
            /**
             * @description The wrong parameter, if one is
             * @example query
             */
            parameter?: string;
            /** @example 01985f0c-7d1e-7a54-9d3b-2f6c1f0a9b1e */
            request_id?: string;
        };
        LoggedCall: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            request_id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /** @example acme */
            account: string;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            key_id: string;
            /** @example /v2/usage */
            endpoint: string;
            /**
             * @description As JSON; for a refused call only the lengths of the values.
             * @example {"query":"…"}
             */
            params: string | null;
            /** @example 200 */
            recorded_status: number;
            /** @example 200 */
            sent_status: number | null;
            /** @example not_found */
            reason: string | null;
            /** @example 1 */
            credits: number;
            /** @example 0 */
            subscription_credits: number;
            /** @example 1 */
            bonus_credits: number;
            /** @example 42 */
            ms: number;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string | null;
            /** @example false */
            client_closed: boolean | null;
            /** @example 60 */
            cache_age_seconds: number | null;
            /** @example site */
            provider: string | null;
            /**
             * @description Filled fields of the record, out of all its fields.
             * @example 31/43
             */
            record_fields: string | null;
            /**
             * @description The form of the page that was read.
             * @example json
             */
            record_form: string | null;
            /**
             * @description Number of equal calls that this row counts.
             * @example 1
             */
            count: number;
            /**
             * @description `answered`: below 400. `no_match`: 404. `refused`: another 4xx. `failed`: 5xx.
             * @example answered
             * @enum {string}
             */
            outcome: "answered" | "no_match" | "refused" | "failed";
        };
        AdminJob: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string;
            /** @example acme */
            account: string;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            key_id: string;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            batch_id: string | null;
            /**
             * @example queued
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /** @example /v2/usage */
            endpoint: string;
            /** @example 1 */
            attempts: number;
            /**
             * @description The provider that answered; null if none did.
             * @example sandbox
             */
            provider: string | null;
            /**
             * @description Licence of the data, if the provider states one.
             * @example ODbL-1.0
             */
            provider_licence: string | null;
            /**
             * Format: uri
             * @description Public page about the subject.
             * @example https://www.shop.example/p/1
             */
            provider_source: string | null;
            /**
             * @description Filled fields of the record, out of all its fields.
             * @example 31/43
             */
            record_fields: string | null;
            /**
             * @description The form of the page that was read.
             * @example json
             */
            record_form: string | null;
            /**
             * Format: date
             * @description Day on which the data was observed, such as a price; null if it is current.
             * @example 2026-11-02
             */
            record_observed: string | null;
            /** @example 1 */
            price: number;
            /** @example 1 */
            credits: number;
            /** @example 200 */
            status_code: number | null;
            /** @example Not Found */
            error: string | null;
            /** @example not_found */
            reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            finished_at: string | null;
        };
        ListedBatch: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            batch_id: string;
            /** @example acme */
            account: string;
            /**
             * @example running
             * @enum {string}
             */
            status: "running" | "completed" | "cancelled";
            /** @example /v2/usage */
            endpoint: string;
            /** @example 100 */
            total: number;
            /**
             * @description Items that are queued or running.
             * @example 15
             */
            open: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            finished_at: string | null;
            /**
             * Format: uri-reference
             * @example /v2/batches/0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            url: string;
            /**
             * Format: uri-reference
             * @example /v2/batches/0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11/results
             */
            results_url: string;
        };
        Healthz: {
            /**
             * @example ok
             * @enum {string}
             */
            status: "ok";
        };
        Readyz: {
            /**
             * @example ready
             * @enum {string}
             */
            status: "ready";
        };
        Alarm: {
            /** @example site */
            provider: string;
            /**
             * @description Form of the pages, as in `x-record-form`.
             * @example next-data
             */
            form: string;
            /**
             * @description Null if the form itself has become rarer.
             * @example venue.latitude
             */
            field: string | null;
            /**
             * @description presence: how often the field is present; number: its size; length, count: the length of a text or list; form: how often the form occurs.
             * @example presence
             * @enum {string}
             */
            kind: "presence" | "number" | "length" | "count" | "form";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            since: string;
            /**
             * @description Share for presence and form; otherwise roughly the median.
             * @example 0.98
             */
            baseline: number;
            /** @example 0.02 */
            now: number;
        };
        Status: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            endpoints: {
                /** @example /v2/usage */
                path: string;
                /**
                 * @example operational
                 * @enum {string}
                 */
                status: "operational" | "degraded" | "not_configured";
                /** @example false */
                pinned: boolean;
                /** @example 0.083 */
                failure_share: number;
                /** @example 42 */
                p50_ms: number | null;
                /** @example 180 */
                p95_ms: number | null;
                alarms: components["schemas"]["Alarm"][];
            }[];
        };
        Incident: {
            /** @example site */
            provider: string;
            /**
             * @description Form of the pages, as in `x-record-form`.
             * @example next-data
             */
            form: string;
            /**
             * @description Null if the form itself has become rarer.
             * @example venue.latitude
             */
            field: string | null;
            /**
             * @description presence: how often the field is present; number: its size; length, count: the length of a text or list; form: how often the form occurs.
             * @example presence
             * @enum {string}
             */
            kind: "presence" | "number" | "length" | "count" | "form";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            since: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            until: string;
        };
        StatusHistory: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            endpoints: {
                /** @example /v2/usage */
                path: string;
                /**
                 * @example operational
                 * @enum {string}
                 */
                status: "operational" | "degraded" | "not_configured";
                alarms: components["schemas"]["Alarm"][];
                /** @description Alarms that ended in these days, newest first. */
                incidents: components["schemas"]["Incident"][];
                history: {
                    /**
                     * Format: date
                     * @example 2026-01-31
                     */
                    day: string;
                    /**
                     * @description Share of lookups that did not fail, 0 to 1; null without lookups.
                     * @example 0.9987
                     */
                    uptime: number | null;
                    /** @example 42 */
                    p50_ms: number | null;
                    /** @example 180 */
                    p95_ms: number | null;
                }[];
            }[];
        };
        Reference: {
            [key: string]: unknown;
        };
        SignIn: {
            /**
             * @description An API key or the admin token.
             * @example qry_…
             */
            secret?: string;
            /**
             * @description The code of a link, instead of `secret`.
             * @example …
             */
            code?: string;
        };
        Session: {
            /**
             * @description Null when signed out.
             * @example account
             * @enum {string|null}
             */
            role: "account" | "operator" | null;
            account: {
                /** @example demo */
                slug: string;
                /** @example Demo */
                name: string;
            } | null;
            key: {
                /**
                 * Format: uuid
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
                /** @example demo */
                alias: string;
                /** @example development */
                category: string;
                scopes: string[] | null;
                permissions: "manage"[];
            } | null;
            /** @description What the key may see beyond its own calls. */
            may: {
                /** @example true */
                statistics: boolean;
                /** @example false */
                keys: boolean;
                /** @example true */
                webhooks: boolean;
            };
        };
        NewAccount: {
            /** @example acme */
            slug: string;
            /** @example Acme */
            name: string;
            /** @example 1000 */
            bonus_credits?: number;
            /** @example true */
            active?: boolean;
            /**
             * @description While true, metered calls are refused with 402.
             * @example false
             */
            open_invoices?: boolean;
            /** @example true */
            statistics_enabled?: boolean;
            /** @description Replaces both limits at once; null means unlimited. */
            rate_limit?: {
                /** @example 10 */
                per_second?: number | null;
                /** @example 600 */
                per_minute?: number | null;
            } | null;
            /**
             * @description Credits per period; 0 ends the subscription.
             * @example 10000
             */
            subscription_total?: number;
            /** @example 30 */
            period_days?: number;
        };
        Fund: {
            /** @example 1000 */
            granted: number;
            /** @example 987 */
            available: number;
            /** @example 0 */
            held: number;
            /** @example 13 */
            charged: number;
            /** @example 0 */
            expired: number;
            /**
             * @description Bonus credits that the operator took back.
             * @example 0
             */
            corrected: number;
        };
        Account: {
            /** @example acme */
            slug: string;
            /** @example Acme */
            name: string;
            /** @example true */
            active: boolean;
            /** @example false */
            open_invoices: boolean;
            /** @example true */
            statistics_enabled: boolean;
            rate_limit: {
                /** @example 10 */
                per_second: number | null;
                /** @example 600 */
                per_minute: number | null;
            };
            /** @example 0 */
            subscription_total: number;
            /** @example 30 */
            period_days: number;
            /** @description Of the subscription; without one, the calendar month (UTC). */
            period: {
                /**
                 * Format: date
                 * @example 2026-12-02
                 */
                start: string;
                /**
                 * Format: date
                 * @example 2027-01-01
                 */
                end: string;
            };
            subscription: components["schemas"]["Fund"];
            bonus: components["schemas"]["Fund"];
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00Z
             */
            created: string;
        };
        AccountChange: {
            /** @example Acme */
            name?: string;
            /** @example true */
            active?: boolean;
            /**
             * @description While true, metered calls are refused with 402.
             * @example false
             */
            open_invoices?: boolean;
            /** @example true */
            statistics_enabled?: boolean;
            /** @description Replaces both limits at once; null means unlimited. */
            rate_limit?: {
                /** @example 10 */
                per_second?: number | null;
                /** @example 600 */
                per_minute?: number | null;
            } | null;
            /**
             * @description Credits per period; 0 ends the subscription.
             * @example 10000
             */
            subscription_total?: number;
            /** @example 30 */
            period_days?: number;
        };
        CreditChange: {
            /**
             * @description Credits to grant; a negative number takes back credits that are available.
             * @example 500
             */
            credits: number;
            /** @example goodwill */
            reason: string;
        };
        Rotation: {
            /**
             * @description Seconds that the old secret keeps working.
             * @example 3600
             */
            grace_seconds?: number;
        };
        WebhookSecret: {
            /**
             * @description Shown only once.
             * @example whsec_…
             */
            secret: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            previous_until: string | null;
        };
        NewKey: {
            /** @example main */
            alias: string;
            /** @example production */
            category?: string;
            /**
             * Format: date-time
             * @description Null means never; a past time disables the key.
             * @example 2027-12-31T00:00:00Z
             */
            expires?: string | null;
            quotas?: {
                /** @example 100000 */
                total?: number | null;
                /** @example 1000 */
                daily?: number | null;
                /** @example 5000 */
                weekly?: number | null;
                /** @example 20000 */
                monthly?: number | null;
            };
            /** @description Paths, `/v2/<source>/*` or source names that the key may call; null means all. */
            scopes?: string[] | null;
            /** @description Addresses or CIDR ranges that may use the key; null means all. */
            allowed_ips?: string[] | null;
            /** @description A key with `manage` creates, changes and rotates other keys of its account. */
            permissions?: "manage"[];
        };
        KeyWithSecret: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            id: string;
            /** @example acme */
            account: string;
            /** @example main */
            alias: string;
            /** @example production */
            category: string;
            /** @example true */
            active: boolean;
            /**
             * Format: date-time
             * @description Null means never; a past time disables the key.
             * @example 2027-12-31T00:00:00Z
             */
            expires: string | null;
            quotas: {
                /** @example 1000 */
                total: number | null;
                /** @example 1000 */
                daily: number | null;
                /** @example 1000 */
                weekly: number | null;
                /** @example 1000 */
                monthly: number | null;
            };
            /** @description Credits counted against each quota; null without a quota. */
            quotas_used: {
                /** @example 12 */
                total: number | null;
                /** @example 12 */
                daily: number | null;
                /** @example 12 */
                weekly: number | null;
                /** @example 12 */
                monthly: number | null;
            };
            /** @description Paths, `/v2/<source>/*` or source names that the key may call; null means all. */
            scopes: string[] | null;
            /** @description Addresses or CIDR ranges that may use the key; null means all. */
            allowed_ips: string[] | null;
            /** @description A key with `manage` creates, changes and rotates other keys of its account. */
            permissions: "manage"[];
            /** @example 4Kx9 */
            last_four: string;
            /**
             * Format: date-time
             * @description Until when the previous secret works; null if it does not.
             * @example 2026-01-31T13:00:00Z
             */
            previous_until: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00Z
             */
            created: string;
            /**
             * @description Shown only once.
             * @example qry_…
             */
            secret: string;
        };
        Key: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            id: string;
            /** @example acme */
            account: string;
            /** @example main */
            alias: string;
            /** @example production */
            category: string;
            /** @example true */
            active: boolean;
            /**
             * Format: date-time
             * @description Null means never; a past time disables the key.
             * @example 2027-12-31T00:00:00Z
             */
            expires: string | null;
            quotas: {
                /** @example 1000 */
                total: number | null;
                /** @example 1000 */
                daily: number | null;
                /** @example 1000 */
                weekly: number | null;
                /** @example 1000 */
                monthly: number | null;
            };
            /** @description Credits counted against each quota; null without a quota. */
            quotas_used: {
                /** @example 12 */
                total: number | null;
                /** @example 12 */
                daily: number | null;
                /** @example 12 */
                weekly: number | null;
                /** @example 12 */
                monthly: number | null;
            };
            /** @description Paths, `/v2/<source>/*` or source names that the key may call; null means all. */
            scopes: string[] | null;
            /** @description Addresses or CIDR ranges that may use the key; null means all. */
            allowed_ips: string[] | null;
            /** @description A key with `manage` creates, changes and rotates other keys of its account. */
            permissions: "manage"[];
            /** @example 4Kx9 */
            last_four: string;
            /**
             * Format: date-time
             * @description Until when the previous secret works; null if it does not.
             * @example 2026-01-31T13:00:00Z
             */
            previous_until: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00Z
             */
            created: string;
        };
        Keys: {
            keys: components["schemas"]["Key"][];
        };
        KeyChange: {
            /** @example main */
            alias?: string;
            /** @example true */
            active?: boolean;
            /** @example production */
            category?: string;
            /**
             * Format: date-time
             * @description Null means never; a past time disables the key.
             * @example 2027-12-31T00:00:00Z
             */
            expires?: string | null;
            quotas?: {
                /** @example 100000 */
                total?: number | null;
                /** @example 1000 */
                daily?: number | null;
                /** @example 5000 */
                weekly?: number | null;
                /** @example 20000 */
                monthly?: number | null;
            };
            /** @description Paths, `/v2/<source>/*` or source names that the key may call; null means all. */
            scopes?: string[] | null;
            /** @description Addresses or CIDR ranges that may use the key; null means all. */
            allowed_ips?: string[] | null;
            /** @description A key with `manage` creates, changes and rotates other keys of its account. */
            permissions?: "manage"[];
        };
        AdminCallPage: {
            calls: components["schemas"]["LoggedCall"][];
            /** @example 81 */
            next_cursor: string | null;
        };
        CallHistogram: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            to: string;
            /** @example 3600 */
            step_seconds: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            counted_from: string | null;
            steps: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /** @example 12 */
                calls: number;
                /**
                 * @description Calls recorded with a status below 400.
                 * @example 9
                 */
                answered: number;
                /**
                 * @description Calls recorded with 404: no record found.
                 * @example 1
                 */
                no_match: number;
                /**
                 * @description Calls recorded with another 4xx.
                 * @example 1
                 */
                refused: number;
                /**
                 * @description Calls recorded with 5xx.
                 * @example 1
                 */
                failed: number;
                /**
                 * @deprecated
                 * @description Calls recorded with 400 or above. Use `no_match`, `refused` and `failed` instead.
                 * @example 3
                 */
                errors: number;
            }[];
        };
        AccountPage: {
            accounts: components["schemas"]["Account"][];
            /** @example 81 */
            next_cursor: string | null;
        };
        ChangePage: {
            changes: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /** @example admin 127.0.0.1 */
                actor: string;
                /** @example create key */
                action: string;
                /** @example acme */
                subject: string;
                /** @description The fields of the request. */
                detail: unknown;
            }[];
            /** @example 81 */
            next_cursor: string | null;
        };
        AdminJobPage: {
            jobs: components["schemas"]["AdminJob"][];
            /** @example 81 */
            next_cursor: string | null;
        };
        AdminBatchPage: {
            batches: components["schemas"]["ListedBatch"][];
            /** @example 81 */
            next_cursor: string | null;
        };
        AdminDelivery: {
            /** @example acme */
            account: string;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            delivery_id: string;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string | null;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            batch_id: string | null;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            watch_id: string | null;
            /**
             * Format: uri
             * @example https://receiver.example/hook
             */
            url: string;
            /**
             * @example pending
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @example 1 */
            attempts: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            next_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            finished_at: string | null;
            /** @description The latest attempts, oldest first. */
            tries: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /** @example 200 */
                status: number | null;
                /** @example unreachable */
                error: string | null;
                /** @example 40 */
                ms: number | null;
            }[];
        };
        AdminDeliveryPage: {
            deliveries: components["schemas"]["AdminDelivery"][];
            /** @example  */
            next_cursor: string | null;
        };
        Overview: {
            accounts: {
                /** @example 12 */
                total: number;
                /** @example 11 */
                active: number;
            };
            /** @example 20 */
            active_keys: number;
            last_24_hours: {
                /** @example 1200 */
                calls: number;
                /** @example 1500 */
                credits: number;
                /**
                 * @description Calls recorded with a status below 400.
                 * @example 9
                 */
                answered: number;
                /**
                 * @description Calls recorded with 404: no record found.
                 * @example 1
                 */
                no_match: number;
                /**
                 * @description Calls recorded with another 4xx.
                 * @example 1
                 */
                refused: number;
                /**
                 * @description Calls recorded with 5xx.
                 * @example 1
                 */
                failed: number;
                /**
                 * @deprecated
                 * @description Calls recorded with 400 or above. Use `no_match`, `refused` and `failed` instead.
                 * @example 3
                 */
                errors: number;
            };
            open_jobs: {
                /** @example 0 */
                queued: number;
                /** @example 0 */
                running: number;
            };
            /** @example 0 */
            pending_deliveries: number;
            storage: {
                /** @example 48000000 */
                database_bytes: number;
                /**
                 * @description Of the disk of the data folder.
                 * @example 100000000000
                 */
                disk_bytes: number | null;
                /** @example 60000000000 */
                disk_free_bytes: number | null;
                /** @description The ten largest tables, with their indexes. */
                tables: {
                    /** @example calls */
                    name: string;
                    /** @example 12000000 */
                    bytes: number;
                }[];
            };
            /** @description The scheduled backups; null if none are configured. */
            backup: {
                /** @example 86400 */
                every_seconds: number;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                last_success: string | null;
                /** @example 1200000 */
                bytes: number | null;
                /** @example 2.5 */
                seconds: number | null;
                /**
                 * @description Failed attempts since the last good backup.
                 * @example 0
                 */
                failures: number;
                /** @example /backup cannot be written (ENOSPC) */
                error: string | null;
                /**
                 * @description Whether the last good backup is older than twice the interval.
                 * @example false
                 */
                overdue: boolean;
            } | null;
        };
        Activity: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            from: string;
            /** @example 3600 */
            step_seconds: number;
            steps: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /** @example 120 */
                calls: number;
                /** @example 150 */
                credits: number;
                /** @example 100 */
                answered: number;
                /** @example 10 */
                no_match: number;
                /** @example 6 */
                refused: number;
                /** @example 4 */
                failed: number;
                /** @example 42 */
                p50_ms: number | null;
                /** @example 180 */
                p95_ms: number | null;
            }[];
            accounts: {
                /** @example acme */
                account: string;
                /** @example Acme */
                name: string;
                /** @example 120 */
                calls: number;
                /** @example 150 */
                credits: number;
                /** @example 100 */
                answered: number;
                /** @example 10 */
                no_match: number;
                /** @example 6 */
                refused: number;
                /** @example 4 */
                failed: number;
            }[];
        };
        AlarmWithExamples: {
            /** @example site */
            provider: string;
            /**
             * @description Form of the pages, as in `x-record-form`.
             * @example next-data
             */
            form: string;
            /**
             * @description Null if the form itself has become rarer.
             * @example venue.latitude
             */
            field: string | null;
            /**
             * @description presence: how often the field is present; number: its size; length, count: the length of a text or list; form: how often the form occurs.
             * @example presence
             * @enum {string}
             */
            kind: "presence" | "number" | "length" | "count" | "form";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            since: string;
            /**
             * @description Share for presence and form; otherwise roughly the median.
             * @example 0.98
             */
            baseline: number;
            /** @example 0.02 */
            now: number;
            /** @description Requests or jobs that show it. */
            examples: string[];
        };
        ProviderState: {
            /** @example site */
            name: string;
            /**
             * @description Licence of the data, if the provider states one.
             * @example ODbL-1.0
             */
            licence: string | null;
            /**
             * @description Attribution to show with the data.
             * @example By its contributors
             */
            credit: string | null;
            pace_left: {
                /**
                 * @description Requests left in this second; null without a limit.
                 * @example 14
                 */
                second: number | null;
                /**
                 * @description Requests left in this minute; null without a limit.
                 * @example 14
                 */
                minute: number | null;
                /**
                 * @description Requests left in this day; null without a limit.
                 * @example 14
                 */
                day: number | null;
                /**
                 * @description Requests left in this month; null without a limit.
                 * @example 14
                 */
                month: number | null;
            };
            /**
             * Format: date-time
             * @description Not called before this time, because it answered 429; null otherwise.
             * @example 2026-01-31T12:00:00.000Z
             */
            rest_until: string | null;
            endpoints: {
                /** @example /v2/usage */
                path: string;
                /**
                 * @description Position among the providers of the endpoint, from 1.
                 * @example 1
                 */
                place: number;
                /**
                 * @description Credits that an answer of this provider costs.
                 * @example 1
                 */
                price: number;
                /**
                 * @description Measured over the last ten minutes.
                 * @example operational
                 * @enum {string}
                 */
                status: "operational" | "degraded";
                /** @example 12 */
                recent_calls: number;
                /** @example 0.083 */
                failure_share: number;
                /** @example 42 */
                p50_ms: number | null;
                /** @example 180 */
                p95_ms: number | null;
                /**
                 * @description Diagnostic pages that could not be read.
                 * @example 3
                 */
                failing_pages: number;
                /**
                 * @description Diagnostic pages that were read only in part.
                 * @example 0
                 */
                partly_read_pages: number;
                alarms: components["schemas"]["AlarmWithExamples"][];
            }[];
        };
        Providers: {
            providers: components["schemas"]["ProviderState"][];
        };
        KeptPages: {
            pages: {
                /** @example failed~v2.shop.item~site~2026-01-31T12-00-00.000Z */
                page_id: string;
                /**
                 * @description `failed`: no record could be read; `partly_read`: the record lacks part of the page.
                 * @example failed
                 * @enum {string}
                 */
                kind: "failed" | "partly_read";
                /** @example /v2/usage */
                endpoint: string;
                /** @example site */
                provider: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /** @example the page has no data */
                why: string;
                /** @example https://shop.example/item/1 */
                url: string | null;
                /** @example 200 */
                status: number | null;
                /** @example text/html */
                content_type: string | null;
            }[];
        };
        KeptPage: {
            /** @example failed~v2.shop.item~site~2026-01-31T12-00-00.000Z */
            page_id: string;
            /**
             * @description `failed`: no record could be read; `partly_read`: the record lacks part of the page.
             * @example failed
             * @enum {string}
             */
            kind: "failed" | "partly_read";
            /** @example /v2/usage */
            endpoint: string;
            /** @example site */
            provider: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /** @example the page has no data */
            why: string;
            /** @example https://shop.example/item/1 */
            url: string | null;
            /** @example 200 */
            status: number | null;
            /** @example text/html */
            content_type: string | null;
            /**
             * @description Length of the kept page.
             * @example 5120
             */
            characters: number;
            /**
             * @description The first 200000 characters; null if the text may not be stored.
             * @example <html>…
             */
            text: string | null;
            /** @description The result of reading the page again with the current readers of this server. */
            reread: {
                /**
                 * @description Null if there is no text to read.
                 * @example record
                 * @enum {string|null}
                 */
                result: "record" | "not_found" | "page_source" | "failed" | null;
                /** @example json */
                form: string | null;
                /** @description The record as a lookup would return it; null if there is none. */
                record: unknown;
                /** @example page_changed: the page has no data */
                why: string | null;
            };
        };
        Sources: {
            sources: {
                /** @example shop */
                name: string;
                /** @example A shop */
                title: string;
                endpoints: {
                    /** @example /v2/usage */
                    path: string;
                    /** @example 1 */
                    price: number;
                    /** @description In the order in which they are tried. */
                    providers: string[];
                    coverage: {
                        /** @example site */
                        provider: string;
                        /** @example json */
                        form: string;
                        /** @example 120 */
                        records: number;
                        /**
                         * @description Share of filled fields among all fields of these records.
                         * @example 0.82
                         */
                        fields_share: number;
                    }[];
                }[];
            }[];
        };
        SourceFields: {
            endpoints: {
                /** @example /v2/usage */
                path: string;
                forms: {
                    /** @example site */
                    provider: string;
                    /** @example json */
                    form: string;
                    /**
                     * @description Records counted.
                     * @example 120
                     */
                    records: number;
                    fields: {
                        /** @example venue.city */
                        field: string;
                        /** @example 0.98 */
                        share: number;
                    }[];
                }[];
            }[];
        };
        LedgerAudit: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string | null;
            /** @example 420 */
            ms: number | null;
            /**
             * @description Null before the first audit, or if it could not finish.
             * @example true
             */
            balanced: boolean | null;
            differences: string[];
            /** @example false */
            running: boolean;
        };
        Settings: {
            settings: {
                /** @example limits.cache_mb */
                name: string;
                /** @description The value in force; `(hidden)` for a secret. */
                value: unknown;
                /**
                 * @example environment
                 * @enum {string}
                 */
                from: "environment" | "file" | "default";
            }[];
        };
        AlertMessage: {
            /**
             * @example alarm.begun
             * @enum {string}
             */
            type: "alarm.begun" | "alarm.ended";
            /**
             * Format: uuid
             * @description The same for each repetition of a message, and equal to the header `webhook-id`.
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            delivery_id: string;
            /** @example /v2/usage */
            endpoint: string;
            /** @example site */
            provider: string;
            /**
             * @description Form of the pages, as in `x-record-form`.
             * @example next-data
             */
            form: string;
            /**
             * @description Null if the form itself has become rarer.
             * @example venue.latitude
             */
            field: string | null;
            /**
             * @description presence: how often the field is present; number: its size; length, count: the length of a text or list; form: how often the form occurs.
             * @example presence
             * @enum {string}
             */
            kind: "presence" | "number" | "length" | "count" | "form";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            since: string;
            /**
             * @description Share for presence and form; otherwise roughly the median.
             * @example 0.98
             */
            baseline: number;
            /** @example 0.02 */
            now: number;
            /** @description Requests or jobs that show it. */
            examples: string[];
        };
    };
    responses: {
        /** @description Bad Request. Not billed. */
        Error400: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "invalid_parameter" | "malformed_body";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Invalid API Key, Inactive API Key, Expired API Key, Rate limit exceeded for the API key: quota. Not billed. */
        Error401: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "invalid_key" | "inactive_key" | "expired_key" | "quota_exceeded";
                /** @description The authentication scheme of the route */
                "www-authenticate"?: string;
                /** @description Seconds to wait before a retry, if waiting helps */
                "retry-after"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Payment required. Not billed. */
        Error402: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "credits_exhausted" | "open_invoices";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Forbidden, Account Deactivated. Not billed. */
        Error403: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "forbidden" | "account_deactivated";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not Found. Billed in full unless the endpoint says that it is free; an unknown path is free. */
        Error404: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "not_found" | "result_expired" | "unknown_route";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Conflict. Not billed. */
        Error409: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "idempotency_in_progress" | "idempotency_result_gone" | "conflict";
                "x-credits-original": components["headers"]["x-credits-original"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unprocessable. Not billed. */
        Error422: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "idempotency_mismatch" | "fields_missing" | "unprocessable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Payload Too Large. Not billed. */
        Error413: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "body_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Rate limit exceeded. Not billed. */
        Error429: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "rate_limited" | "storage_exceeded";
                /** @description Seconds to wait before a retry, if waiting helps */
                "retry-after"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal Error. Not billed. */
        Error500: {
            headers: {
                /** @description Id of the request; quote it when you report a problem */
                "x-request-id"?: string;
                /** @description Reason code of the error */
                "x-error-reason"?: "internal" | "upstream_failed" | "upstream_timeout" | "upstream_blocked" | "upstream_paced" | "not_configured" | "page_changed";
                /** @description Seconds to wait before a retry, if waiting helps */
                "retry-after"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Id of the request; quote it when you report a problem */
        "x-request-id": string;
        /** @description Credits charged for this call */
        "x-credits-used": number;
        /** @description Credits left after this call */
        "x-credits-remaining": number;
        /** @description operational, degraded or not_configured */
        "x-source-status": string;
        /** @description The provider that answered: `sandbox`, `site`, or the name of an upstream API */
        "x-provider": string;
        /** @description Licence of the data, if the provider states one */
        "x-provider-licence": string;
        /** @description Public page about the subject */
        "x-provider-source": string;
        /** @description Filled fields of the record out of all its fields, such as `31/43` */
        "x-record-fields": string;
        /** @description The form of the page that was read */
        "x-record-form": string;
        /** @description `true` if the record is incomplete */
        "x-record-partial": string;
        /** @description Day on which the data was observed, if it is not current */
        "x-record-observed": string;
        /** @description `true` if this is the stored answer to an earlier request */
        "idempotent-replay": string;
        /** @description Credits charged for the first answer; sent with a replay, or if that answer is no longer stored */
        "x-credits-original": number;
        /** @description Age of a cached record in seconds */
        age: number;
        /** @description Rate limit state, if the account has a limit */
        ratelimit: string;
        /** @description Rate limit policy, if the account has a limit */
        "ratelimit-policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    all_events: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event received; the stream resumes after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream, until the client or the server closes it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is alive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Healthz"];
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is ready */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readyz"];
                };
            };
            /** @description It is not ready, and what is missing */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example not ready
                         * @enum {string}
                         */
                        status: "not ready";
                        /** @example database */
                        missing: string;
                    };
                };
            };
        };
    };
    status: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    status_history: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusHistory"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reference"];
                };
            };
        };
    };
    admin_openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reference"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    llms_txt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    api_catalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalog */
            200: {
                headers: {
                    /** @description The address of the catalog */
                    link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/linkset+json": string;
                };
            };
        };
    };
    security_txt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            404: components["responses"]["Error404"];
        };
    };
    session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is signed in */
            200: {
                headers: {
                    /** @description `no-store` */
                    "cache-control"?: string;
                    /** @description When a session starts or ends */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "secret": "qry_…"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Who is signed in */
            200: {
                headers: {
                    /** @description `no-store` */
                    "cache-control"?: string;
                    /** @description When a session starts or ends */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
        };
    };
    sign_out: {
        parameters: {
            query?: {
                /** @description Also end all other sessions of this key or token. */
                everywhere?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is signed in */
            200: {
                headers: {
                    /** @description `no-store` */
                    "cache-control"?: string;
                    /** @description When a session starts or ends */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
        };
    };
    accounts: {
        parameters: {
            query?: {
                /** @description Part of the slug or name. */
                search?: string;
                /**
                 * @description Maximum number of items, 1 to 1000; by default 50.
                 * @example 50
                 */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    create_account: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "acme",
                 *       "name": "Acme",
                 *       "bonus_credits": 1000
                 *     }
                 */
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account */
            201: {
                headers: {
                    /** @description `true` if this is the stored answer to an earlier request */
                    "idempotent-replay"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            500: components["responses"]["Error500"];
        };
    };
    account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the account
                 * @example acme
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    change_account: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path: {
                /**
                 * @description Slug of the account
                 * @example acme
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    /** @description `true` if this is the stored answer to an earlier request */
                    "idempotent-replay"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            500: components["responses"]["Error500"];
        };
    };
    grant_credits: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path: {
                /**
                 * @description Slug of the account
                 * @example acme
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credits": 500,
                 *       "reason": "goodwill"
                 *     }
                 */
                "application/json": components["schemas"]["CreditChange"];
            };
        };
        responses: {
            /** @description The account */
            201: {
                headers: {
                    /** @description `true` if this is the stored answer to an earlier request */
                    "idempotent-replay"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            500: components["responses"]["Error500"];
        };
    };
    make_webhook_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path: {
                /**
                 * @description Slug of the account
                 * @example acme
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "grace_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The secret */
            201: {
                headers: {
                    /** @description `no-store`: caches must not keep a secret */
                    "cache-control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            500: components["responses"]["Error500"];
        };
    };
    keys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Slug of the account
                 * @example acme
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    create_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path: {
                /**
                 * @description Slug of the account
                 * @example acme
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "alias": "main"
                 *     }
                 */
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The key with its secret */
            201: {
                headers: {
                    /** @description `no-store`: caches must not keep a secret */
                    "cache-control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyWithSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            500: components["responses"]["Error500"];
        };
    };
    change_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path: {
                /**
                 * @description Id of the key
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["KeyChange"];
            };
        };
        responses: {
            /** @description The key */
            200: {
                headers: {
                    /** @description `true` if this is the stored answer to an earlier request */
                    "idempotent-replay"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            500: components["responses"]["Error500"];
        };
    };
    rotate_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path: {
                /**
                 * @description Id of the key
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "grace_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["Rotation"];
            };
        };
        responses: {
            /** @description The key with its new secret */
            200: {
                headers: {
                    /** @description `no-store`: caches must not keep a secret */
                    "cache-control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyWithSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            500: components["responses"]["Error500"];
        };
    };
    calls: {
        parameters: {
            query?: {
                /** @description Only calls of this account. */
                account?: string;
                /** @description Start: a day (UTC) or a time with its time zone. */
                from?: string;
                /** @description End: a day, inclusive, or a time, exclusive. */
                to?: string;
                /** @description Only calls of this path. */
                endpoint?: string;
                /** @description Only calls recorded with this status. */
                status?: number;
                /** @description Only calls with this outcome: a record or job, no match (404), refused (4xx) or failed (5xx). */
                outcome?: "answered" | "no_match" | "refused" | "failed";
                /** @description Only calls that ended for this reason. */
                reason?: string;
                /** @description Only calls of this key, by alias or id. */
                key?: string;
                /** @description Only calls that this provider answered. */
                provider?: string;
                /** @description Only this request. */
                request_id?: string;
                /** @description Only calls whose parameters contain this text. */
                text?: string;
                /**
                 * @description Maximum number of calls, 1 to 1000; by default 50.
                 * @example 50
                 */
                limit?: number;
                /** @description `next_cursor` of the previous page. A page can be short or empty and still have one. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCallPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    all_calls_histogram: {
        parameters: {
            query?: {
                /** @description Only calls of this account. */
                account?: string;
                /**
                 * @description Start: a day (UTC) or a time with its time zone.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description End: a day, inclusive, or a time, exclusive.
                 * @example 2026-01-31
                 */
                to?: string;
                /** @description Only calls of this path. */
                endpoint?: string;
                /** @description Only calls recorded with this status. */
                status?: number;
                /** @description Only calls with this outcome: a record or job, no match (404), refused (4xx) or failed (5xx). */
                outcome?: "answered" | "no_match" | "refused" | "failed";
                /** @description Only calls that ended for this reason. */
                reason?: string;
                /** @description Only calls of this key, by alias or id. */
                key?: string;
                /** @description Only calls that this provider answered. */
                provider?: string;
                /** @description Only this request. */
                request_id?: string;
                /** @description Only calls whose parameters contain this text. */
                text?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallHistogram"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    changes: {
        parameters: {
            query?: {
                /** @description Only changes of this account (slug) or key (id). */
                subject?: string;
                /**
                 * @description Maximum number of items, 1 to 1000; by default 50.
                 * @example 50
                 */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    all_jobs: {
        parameters: {
            query?: {
                /** @description Only items of this account. */
                account?: string;
                /** @description Only jobs in this state. */
                state?: "queued" | "running" | "completed" | "failed";
                /**
                 * @description Maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminJobPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    all_batches: {
        parameters: {
            query?: {
                /** @description Only items of this account. */
                account?: string;
                /** @description Only batches in this state. */
                state?: "running" | "completed" | "cancelled";
                /**
                 * @description Maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBatchPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    all_deliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries of this account. */
                account?: string;
                /** @description Only deliveries in this state. */
                status?: "pending" | "delivered" | "failed";
                /**
                 * @description Maximum number of items.
                 * @example 20
                 */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminDeliveryPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    overview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Totals, and the calls of the last 24 hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    activity: {
        parameters: {
            query?: {
                /**
                 * @description How many days back; by default 1.
                 * @example 1
                 */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps, oldest first, and up to ten accounts with the most calls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    providers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every configured provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Providers"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    kept_pages: {
        parameters: {
            query?: {
                /** @description Only pages of this endpoint. */
                endpoint?: string;
                /** @description Only pages of this provider. */
                provider?: string;
                /** @description Only pages kept for this reason. */
                kind?: "failed" | "partly_read";
                /**
                 * @description Maximum number of items.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pages without their text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptPages"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    kept_page: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the page
                 * @example failed~v2.shop.item~site~2026-01-31T12-00-00.000Z
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    sources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sources; coverage counts the records of the last 30 days */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sources"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the source
                 * @example shop
                 */
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceFields"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    last_audit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last audit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAudit"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    alert_message: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the message, the same for each repetition (Standard Webhooks).
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                "webhook-id": string;
                /**
                 * @description When the attempt was signed, in Unix seconds.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,<base64>`: the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. During a rotation one for each secret, with a space between.
                 * @example v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
                 */
                "webhook-signature": string;
                /**
                 * @description The older form: `t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `<seconds>.<body>`. Secrets of older versions have this one only. It will be removed in the next release.
                 * @example t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
                 */
                "quarry-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertMessage"];
            };
        };
        responses: {
            /** @description The message was received */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
