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
         * What happens in all accounts
         * @description Server-sent events of all servers: `call` when a call was logged, `job` when a job is queued, runs or has ended, `batch` when one was taken on or items of it have ended. A comment comes every 15 seconds. With `Last-Event-ID` a stream goes on where it was left, up to 10 minutes back; an older id gets the event `gap` first. Each names its account. A stream of the console ends with its session.
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
        /** Whether the server lives */
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
        /** Whether the server can do its work */
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
         * How each endpoint does
         * @description Measured over the last ten minutes, unless the label is pinned; the times are null where there were no lookups. `alarms` tell where what a site sends has changed; with one an endpoint is degraded.
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
         * How each endpoint does, and did on the last 30 days
         * @description The label is measured over the last ten minutes, unless it is pinned. Days are UTC, oldest first, with today. Renewed every few seconds.
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
        /** This document */
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
        /** This document */
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
         * What the server counts about itself
         * @description In the form of Prometheus.
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
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in to the console
         * @description Answers everyone; without the header `x-quarry-console: 1` nobody is signed in.
         */
        get: operations["session"];
        put?: never;
        /**
         * Sign in to the console
         * @description With an API key, the operator's token, or the one-time code of a link. The session stands for what it was begun with, for 12 hours, or until an hour without use. Only with the header `x-quarry-console: 1`, which no page of another origin can send.
         */
        post: operations["sign_in"];
        /**
         * Sign out of the console
         * @description Only with the header `x-quarry-console: 1`, which no page of another origin can send.
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
         * All accounts
         * @description Newest first, with their balances.
         */
        get: operations["accounts"];
        put?: never;
        /** Make an account */
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
        /** One account */
        get: operations["account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description What is not given stays.
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
         * Grant an account credits
         * @description They do not expire.
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
        /** Make an account's webhook secret, or a new one */
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
        /** Keys of an account */
        get: operations["keys"];
        put?: never;
        /**
         * Make a key
         * @description With `permissions: ["manage"]` it makes, changes and rotates other keys of its account, within its own scopes, addresses and expiry; such a key has no quotas.
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
         * @description What is not given stays.
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
        /** Give a key a new secret */
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
         * The request log
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
         * When the calls were
         * @description All calls that the list would have under the same filters, in at most 60 steps of one length; without `from` since the first of them, a year at most. A long range is counted in whole hours, and one of weeks in whole days where it begins and ends with one. With `reason`, `text` or `request_id` the newest 50,000 calls of the range are looked at; `counted_from` tells where that was not all.
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
        /** What was changed, when and as whom */
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
         * Jobs of all accounts
         * @description Newest first, items of batches among them.
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
         * Batches of all accounts
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
    "/admin/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole at a glance */
        get: operations["overview"];
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
        /** Who answers, how well, and what is left of their pace */
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
         * Pages kept for diagnosis
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
        /** One kept page, and what today’s reader makes of it */
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
        /** Sources, who answers them, and how complete their records are */
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
         * How often each field of a source’s records is there
         * @description By provider and form of page, of the newest some thousand records of each.
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
         * Whether the books agree
         * @description What `quarry audit` tells, of the last audit of the server that answers. Asking begins another where the last is a minute old, or a hundred times as old as it took.
         */
        get: operations["books"];
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
         * The settings in force, and where each came from
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
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @example Not Found */
            error: string;
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
             * @description As JSON; of a refused call, only their lengths.
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
             * @description How many of its fields the record fills.
             * @example 31/43
             */
            record_fields: string | null;
            /**
             * @description The form of the page that was read.
             * @example json
             */
            record_form: string | null;
            /**
             * @description How many calls alike this row stands for.
             * @example 1
             */
            count: number;
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
             * @description Who answered; null where nobody did.
             * @example sandbox
             */
            provider: string | null;
            /**
             * @description The licence of its data, where it says so.
             * @example ODbL-1.0
             */
            provider_licence: string | null;
            /**
             * Format: uri
             * @description The address under which a person finds the subject.
             * @example https://www.shop.example/p/1
             */
            provider_source: string | null;
            /**
             * @description How many of its fields the record fills.
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
             * @description When somebody saw what the record tells, a price above all; null where it is as of now.
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
             * @description Items that have not ended.
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
             * @description Of the pages, as in `x-record-form`.
             * @example next-data
             */
            form: string;
            /**
             * @description Null where the form itself is met less often.
             * @example venue.latitude
             */
            field: string | null;
            /**
             * @description presence: how often the field is there; number: how large it is; length, count: how long a text or a list is; form: how often the form is met.
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
             * @description A share for presence and form, else about the middle size.
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
                status: "operational" | "degraded";
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
             * @description Of the pages, as in `x-record-form`.
             * @example next-data
             */
            form: string;
            /**
             * @description Null where the form itself is met less often.
             * @example venue.latitude
             */
            field: string | null;
            /**
             * @description presence: how often the field is there; number: how large it is; length, count: how long a text or a list is; form: how often the form is met.
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
                status: "operational" | "degraded";
                alarms: components["schemas"]["Alarm"][];
                /** @description Alarms that have ended in these days, the last one first. */
                incidents: components["schemas"]["Incident"][];
                history: {
                    /**
                     * Format: date
                     * @example 2026-01-31
                     */
                    day: string;
                    /**
                     * @description Share of lookups that did not fail, 0 to 1; null for a day without any.
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
             * @description A key, or the token.
             * @example qry_…
             */
            secret?: string;
            /**
             * @description Instead of it, from a link.
             * @example …
             */
            code?: string;
        };
        Session: {
            /**
             * @description Null for whoever is not signed in.
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
            /** @description What beside its own calls the account sees with this key. */
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
             * @description Refuses metered calls with 402.
             * @example false
             */
            open_invoices?: boolean;
            /** @example true */
            statistics_enabled?: boolean;
            /** @description Counts as a whole once given; null is no limit at all. */
            rate_limit?: {
                /** @example 10 */
                per_second?: number | null;
                /** @example 600 */
                per_minute?: number | null;
            } | null;
            /**
             * @description Credits of a period; 0 ends the subscription.
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
            } | null;
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
             * @description Refuses metered calls with 402.
             * @example false
             */
            open_invoices?: boolean;
            /** @example true */
            statistics_enabled?: boolean;
            /** @description Counts as a whole once given; null is no limit at all. */
            rate_limit?: {
                /** @example 10 */
                per_second?: number | null;
                /** @example 600 */
                per_minute?: number | null;
            } | null;
            /**
             * @description Credits of a period; 0 ends the subscription.
             * @example 10000
             */
            subscription_total?: number;
            /** @example 30 */
            period_days?: number;
        };
        Grant: {
            /** @example 500 */
            credits: number;
            /** @example goodwill */
            reason: string;
        };
        Rotation: {
            /**
             * @description How long the old secret goes on working.
             * @example 3600
             */
            grace_seconds?: number;
        };
        WebhookSecret: {
            /**
             * @description Shown this once.
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
             * @description Null is never; a past moment ends the key.
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
            /** @description Paths, `/v2/<source>/*` or sources that the key may call; null is everything. */
            scopes?: string[] | null;
            /** @description Addresses or ranges that the key may be used from; null is everywhere. */
            allowed_ips?: string[] | null;
            /** @description With `manage` it makes, changes and rotates other keys of its account. */
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
             * @description Null is never; a past moment ends the key.
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
            /** @description What counts against each quota now; null where there is none. */
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
            /** @description Paths, `/v2/<source>/*` or sources that the key may call; null is everything. */
            scopes: string[] | null;
            /** @description Addresses or ranges that the key may be used from; null is everywhere. */
            allowed_ips: string[] | null;
            /** @description With `manage` it makes, changes and rotates other keys of its account. */
            permissions: "manage"[];
            /** @example 4Kx9 */
            last_four: string;
            /**
             * Format: date-time
             * @description Until when a secret that was replaced still works; null where none does.
             * @example 2026-01-31T13:00:00Z
             */
            previous_until: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00Z
             */
            created: string;
            /**
             * @description Shown this once.
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
             * @description Null is never; a past moment ends the key.
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
            /** @description What counts against each quota now; null where there is none. */
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
            /** @description Paths, `/v2/<source>/*` or sources that the key may call; null is everything. */
            scopes: string[] | null;
            /** @description Addresses or ranges that the key may be used from; null is everywhere. */
            allowed_ips: string[] | null;
            /** @description With `manage` it makes, changes and rotates other keys of its account. */
            permissions: "manage"[];
            /** @example 4Kx9 */
            last_four: string;
            /**
             * Format: date-time
             * @description Until when a secret that was replaced still works; null where none does.
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
             * @description Null is never; a past moment ends the key.
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
            /** @description Paths, `/v2/<source>/*` or sources that the key may call; null is everything. */
            scopes?: string[] | null;
            /** @description Addresses or ranges that the key may be used from; null is everywhere. */
            allowed_ips?: string[] | null;
            /** @description With `manage` it makes, changes and rotates other keys of its account. */
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
                /** @example 1 */
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
                /** @description What was asked for. */
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
                /** @example 3 */
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
        };
        AlarmWithExamples: {
            /** @example site */
            provider: string;
            /**
             * @description Of the pages, as in `x-record-form`.
             * @example next-data
             */
            form: string;
            /**
             * @description Null where the form itself is met less often.
             * @example venue.latitude
             */
            field: string | null;
            /**
             * @description presence: how often the field is there; number: how large it is; length, count: how long a text or a list is; form: how often the form is met.
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
             * @description A share for presence and form, else about the middle size.
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
             * @description The licence of its data, where it says so.
             * @example ODbL-1.0
             */
            licence: string | null;
            /**
             * @description The line to show with its data.
             * @example By its contributors
             */
            credit: string | null;
            pace_left: {
                /**
                 * @description How often it may still be asked in this second; null for no bound.
                 * @example 14
                 */
                second: number | null;
                /**
                 * @description How often it may still be asked in this minute; null for no bound.
                 * @example 14
                 */
                minute: number | null;
                /**
                 * @description How often it may still be asked in this day; null for no bound.
                 * @example 14
                 */
                day: number | null;
                /**
                 * @description How often it may still be asked in this month; null for no bound.
                 * @example 14
                 */
                month: number | null;
            };
            endpoints: {
                /** @example /v2/usage */
                path: string;
                /**
                 * @description In which place it is asked, from 1.
                 * @example 1
                 */
                place: number;
                /**
                 * @description Credits of an answer that it gives.
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
                 * @description Pages kept for diagnosis because they could not be read.
                 * @example 3
                 */
                failing_pages: number;
                /**
                 * @description Pages kept for diagnosis because some of what they show could not be read.
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
                 * @description `failed`: it gave no record; `partly_read`: it gave one, but not of all that it shows.
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
             * @description `failed`: it gave no record; `partly_read`: it gave one, but not of all that it shows.
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
             * @description Of the page as it was kept.
             * @example 5120
             */
            characters: number;
            /**
             * @description The first 200000 characters; null where only the note may be kept.
             * @example <html>…
             */
            text: string | null;
            /** @description What the readers of this server make of it now. */
            reread: {
                /**
                 * @description Null where there is no text to read.
                 * @example record
                 * @enum {string|null}
                 */
                result: "record" | "not_found" | "page_source" | "failed" | null;
                /** @example json */
                form: string | null;
                /** @description As it would be answered; null where there is none. */
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
                    /** @description In the order in which they are asked. */
                    providers: string[];
                    coverage: {
                        /** @example site */
                        provider: string;
                        /** @example json */
                        form: string;
                        /** @example 120 */
                        records: number;
                        /**
                         * @description Of all fields of these records, the share that was filled.
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
                     * @description Of which this is known.
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
        Books: {
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string | null;
            /** @example 420 */
            ms: number | null;
            /**
             * @description Null before the first, or where it could not be finished.
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
                /** @description As it is in force; `(hidden)` for a secret. */
                value: unknown;
                /**
                 * @example environment
                 * @enum {string}
                 */
                from: "environment" | "file" | "default";
            }[];
        };
    };
    responses: {
        /** @description Bad Request. Not billed. */
        Error400: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "invalid_parameter" | "malformed_body";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Invalid API Key, Inactive API Key, Expired API Key, Rate limit exceeded for the API key: quota. Not billed. */
        Error401: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "invalid_key" | "inactive_key" | "expired_key" | "quota_exceeded";
                /** @description The scheme of the credentials that the route takes */
                "www-authenticate"?: string;
                /** @description Seconds to wait, where waiting helps */
                "retry-after"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Payment required. Not billed. */
        Error402: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "credits_exhausted" | "open_invoices";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Forbidden, Account Deactivated. Not billed. */
        Error403: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "forbidden" | "account_deactivated";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not Found. Billed in full, unless the endpoint says it is free; an unknown route never is. */
        Error404: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "not_found" | "unknown_route";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Conflict. Not billed. */
        Error409: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "idempotency_in_progress" | "idempotency_result_gone" | "conflict";
                "x-credits-original": components["headers"]["x-credits-original"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unprocessable. Not billed. */
        Error422: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "idempotency_mismatch" | "fields_missing" | "unprocessable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Payload Too Large. Not billed. */
        Error413: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "body_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rate limit exceeded. Not billed. */
        Error429: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "rate_limited" | "storage_exceeded";
                /** @description Seconds to wait, where waiting helps */
                "retry-after"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Internal Error. Not billed. */
        Error500: {
            headers: {
                /** @description Id of the request, for questions about it */
                "x-request-id"?: string;
                /** @description What happened, for programs */
                "x-error-reason"?: "internal" | "upstream_failed" | "upstream_timeout" | "upstream_blocked" | "upstream_paced" | "page_changed";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Id of the request, for questions about it */
        "x-request-id": string;
        /** @description Credits this call cost */
        "x-credits-used": number;
        /** @description Credits left afterwards */
        "x-credits-remaining": number;
        /** @description operational or degraded */
        "x-source-status": string;
        /** @description Who answered: `sandbox`, `site`, or the name of an open provider */
        "x-provider": string;
        /** @description Under which licence its data is, where it says so */
        "x-provider-licence": string;
        /** @description The address under which a person finds the subject */
        "x-provider-source": string;
        /** @description How many of its fields the record fills, as `31/43` */
        "x-record-fields": string;
        /** @description The form of the page that was read */
        "x-record-form": string;
        /** @description `true` where the answer is not all that there is */
        "x-record-partial": string;
        /** @description The day on which somebody saw what the record tells, where it is not as of now */
        "x-record-observed": string;
        /** @description `true` where the answer was given before, under the same key */
        "idempotent-replay": string;
        /** @description On a replay, and where the first answer is no longer stored: what the first answer cost */
        "x-credits-original": number;
        /** @description Age of a cached record in seconds */
        age: number;
        /** @description Rate limit state, where the account has one */
        ratelimit: string;
        /** @description Rate limit policy, where the account has one */
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
                /** @description The id of the last event that was seen: the stream goes on behind it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream, until either side ends it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
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
            /** @description It does */
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
            /** @description It can */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readyz"];
                };
            };
            /** @description It cannot, and what is missing */
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
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
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
                    /** @description Where a session begins or ends */
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
                    /** @description Where a session begins or ends */
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
                /** @description Also all other sessions of this key, or of the token. */
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
                    /** @description Where a session begins or ends */
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
                /** @description Somewhere in slug or name. */
                search?: string;
                /**
                 * @description How many at most, 1 to 1000; by default 50.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
            header?: never;
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
            500: components["responses"]["Error500"];
        };
    };
    account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account
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
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    change_account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            500: components["responses"]["Error500"];
        };
    };
    grant_credits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account
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
                "application/json": components["schemas"]["Grant"];
            };
        };
        responses: {
            /** @description The account */
            201: {
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
            413: components["responses"]["Error413"];
            500: components["responses"]["Error500"];
        };
    };
    make_webhook_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account
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
                    /** @description `no-store`: a secret is not for caches */
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
            413: components["responses"]["Error413"];
            500: components["responses"]["Error500"];
        };
    };
    keys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account
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
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    create_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account
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
            /** @description The key, with its secret */
            201: {
                headers: {
                    /** @description `no-store`: a secret is not for caches */
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
            500: components["responses"]["Error500"];
        };
    };
    change_key: {
        parameters: {
            query?: never;
            header?: never;
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
            500: components["responses"]["Error500"];
        };
    };
    rotate_key: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description The key, with its new secret */
            200: {
                headers: {
                    /** @description `no-store`: a secret is not for caches */
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
            413: components["responses"]["Error413"];
            500: components["responses"]["Error500"];
        };
    };
    calls: {
        parameters: {
            query?: {
                /** @description Only calls of this account. */
                account?: string;
                /** @description From then on: a day (UTC), or a moment with its zone. */
                from?: string;
                /** @description Before that moment; a day is included. */
                to?: string;
                /** @description Only calls of this path. */
                endpoint?: string;
                /** @description Only calls recorded with this status. */
                status?: number;
                /** @description Only calls that ended for this reason. */
                reason?: string;
                /** @description Only calls of this key, by alias or id. */
                key?: string;
                /** @description Only calls that this provider answered. */
                provider?: string;
                /** @description Only this request. */
                request_id?: string;
                /** @description Only calls with this in their parameters. */
                text?: string;
                /**
                 * @description How many at most, 1 to 1000; by default 50.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before; a page may be short, or empty, and still have one. */
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
                 * @description From then on: a day (UTC), or a moment with its zone.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description Before that moment; a day is included.
                 * @example 2026-01-31
                 */
                to?: string;
                /** @description Only calls of this path. */
                endpoint?: string;
                /** @description Only calls recorded with this status. */
                status?: number;
                /** @description Only calls that ended for this reason. */
                reason?: string;
                /** @description Only calls of this key, by alias or id. */
                key?: string;
                /** @description Only calls that this provider answered. */
                provider?: string;
                /** @description Only this request. */
                request_id?: string;
                /** @description Only calls with this in their parameters. */
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
                 * @description How many at most, 1 to 1000; by default 50.
                 * @example 50
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                /** @description Only those of this account. */
                account?: string;
                /** @description Only those in this state. */
                state?: "queued" | "running" | "completed" | "failed";
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
                /** @description Only those of this account. */
                account?: string;
                /** @description Only those in this state. */
                state?: "running" | "completed" | "cancelled";
                /**
                 * @description How many at most.
                 * @example 20
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
    overview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How much there is, and how the last day went */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
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
            /** @description Every provider that is asked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Providers"];
                };
            };
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
    kept_pages: {
        parameters: {
            query?: {
                /** @description Only of this endpoint. */
                endpoint?: string;
                /** @description Only of this provider. */
                provider?: string;
                /** @description Only those that were kept for this. */
                kind?: "failed" | "partly_read";
                /**
                 * @description How many at most.
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
            /** @description The pages, without their texts */
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
            /** @description The sources; records are those of the last 30 days */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sources"];
                };
            };
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
                 * @description The source
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
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            500: components["responses"]["Error500"];
        };
    };
    books: {
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
                    "application/json": components["schemas"]["Books"];
                };
            };
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
            401: components["responses"]["Error401"];
            500: components["responses"]["Error500"];
        };
    };
}
