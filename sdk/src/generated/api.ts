// The types of the server's OpenAPI document. Made by npx tsx scripts/generate-sdk.ts.

export interface paths {
    "/v2/classifieds/search_api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Classified-ad search
         * @description One page of classified ads by category, keywords, place, price and any attribute. A 404 is billed.
         */
        post: operations["classifieds_search_api"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/classifieds/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Classified-ad search page
         * @description One page of classified ads by the address of a search page. Another page is the same address with another page number. A 404 is billed.
         */
        get: operations["classifieds_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Company
         * @description A directory's entry for one company: its site, trade, size, seat and specialities. A 404 is free.
         */
        get: operations["company"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/company/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Company suggestions
         * @description At most 10 companies whose name or domain begins with the text. A 404 is free.
         */
        get: operations["company_suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/company/social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Company social profiles
         * @description The company's pages on social networks, each with its network and handle. A 404 is free.
         */
        get: operations["company_social"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/company/email_pattern": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * E-mail patterns
         * @description How the addresses at a domain are formed, the most frequent pattern first. A 404 is billed.
         */
        get: operations["company_email_pattern"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/newssearch/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * News search
         * @description One page of press articles for a query. A 404 is billed.
         */
        get: operations["newssearch_news"];
        put?: never;
        /**
         * News search
         * @description One page of press articles for a query. A 404 is billed.
         */
        post: operations["newssearch_news_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/realestate_fr/property": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Real-estate listing
         * @description One active listing, for sale or to let: price, home, place, photos and agency. A 404 is billed.
         */
        get: operations["realestate_fr_property"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/retailer_a/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retailer A product
         * @description One product by its article number (EAN), with price and stock online or at one shop. A 404 is billed.
         */
        get: operations["retailer_a_product"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/retailer_a/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retailer A search
         * @description Finds products by words, with the EANs that `/v2/retailer_a/product` takes as `query`. A 404 is billed.
         */
        get: operations["retailer_a_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/retailer_b/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retailer B product
         * @description One grocery product with its reviews, ingredients, nutrition and makers. A 404 is billed.
         */
        get: operations["retailer_b_product"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/retailer_b/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retailer B search
         * @description Finds products by words, with the ids that `/v2/retailer_b/product` takes as `query`. A 404 is billed.
         */
        get: operations["retailer_b_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/sneakermarket/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sneaker search
         * @description Sneakers by name, brand, SKU or slug: the best 100 matches. A 404 is billed.
         */
        get: operations["sneakermarket_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/socialnet/company/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Company profile
         * @description The public profile of one company: figures, offices, posts, employees and related companies. Give either `query` or `domain`. A 404 is free.
         */
        get: operations["socialnet_company_info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/startupdb/funding_rounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Funding rounds list
         * @description Funding rounds announced in the last days, newest first, 1,000 per page. `x-record-partial: true` means that rounds follow after this page. A 404 is billed.
         */
        get: operations["startupdb_funding_rounds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/startupdb/funding_round": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Funding round detail
         * @description One funding round with its investors, its organization and its press references. A 404 is billed.
         */
        get: operations["startupdb_funding_round"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/startupdb/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Startup event
         * @description One event with its dates, categories, speakers, sponsors and press references. A 404 is billed.
         */
        get: operations["startupdb_event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/supplierdir/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Supplier search
         * @description One page of suppliers with the filters and the companies of that name, by the address of a search or category page. Another page is the same address with another `page_number`. A 404 is billed.
         */
        get: operations["supplierdir_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/supplierdir/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Supplier profile
         * @description The profile of one supplier: the fields of a search result, and its offer, brands, certifications, owners, locations and contact. The `url` and the `tgrams_id` of a search result both work as `query`. A 404 is free.
         */
        get: operations["supplierdir_company"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/ticketing/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Event detail
         * @description One event with its dates, venue, organizer, images and description. A 404 is billed.
         */
        get: operations["ticketing_event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/ticketing/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Event search
         * @description One page of coming events by keyword, city, category or search address. A 404 is billed.
         */
        get: operations["ticketing_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/websearch/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Web search
         * @description Up to ten organic results for a query; `page` skips results. A 404 is billed.
         */
        get: operations["websearch_search_get"];
        put?: never;
        /**
         * Web search
         * @description Up to ten organic results for a query; `page` skips results. A 404 is billed.
         */
        post: operations["websearch_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the usage report
         * @description Credits and limits of the account, and quotas of the calling key. Free.
         */
        get: operations["usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the statistics of your calls
         * @description Calls of the account over time. A key with scopes sees its own calls only. Free; must be enabled for the account.
         */
        get: operations["statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of your account
         * @description Newest first, filtered. One page searches at most 50,000 calls; `next_cursor` (in CSV the header `x-next-cursor`) continues from there. A key with scopes sees its own calls only. Free.
         */
        get: operations["own_calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/calls/histogram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the calls of your account over time
         * @description Counts the calls that the list returns under the same filters, in at most 60 steps of equal length. Without `from` it starts at the first call, at most a year ago. Long ranges are counted in whole hours, ranges of several weeks in whole days if they start and end on one. With `reason` or `text` it reads the newest 50,000 calls of the range; `counted_from` is set if there were more. A key with scopes sees its own calls only. Free.
         */
        get: operations["call_histogram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/calls/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the receipt of a call
         * @description The credits held and charged, from which fund, the provider, and the log rows of the call. A job has one row for its 202 and one for its end. Free.
         */
        get: operations["receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of your account
         * @description Oldest first, without secrets. Needs a key with the permission `manage`. Free.
         */
        get: operations["own_keys"];
        put?: never;
        /**
         * Create a key
         * @description Scopes, addresses and expiry must be within those of the calling key, and default to them. At most 60 changes a minute per account. Needs a key with the permission `manage`. Free.
         */
        post: operations["create_own_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/keys/{id}": {
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
         * @description Fields that you omit keep their values. A key cannot change itself, a key with `manage`, or a key with broader permissions. Needs a key with the permission `manage`. Free.
         */
        patch: operations["change_own_key"];
        trace?: never;
    };
    "/v2/keys/{id}/rotate": {
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
         * @description The old secret works for `grace_seconds` more, by default 0. A key can rotate the keys that it can change. Needs a key with the permission `manage`. Free.
         */
        post: operations["rotate_own_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs of your account
         * @description Newest first, without results and without the items of batches. An ended job is listed for 30 days, longer than its result is stored. A key with scopes sees its own jobs only. Free.
         */
        get: operations["jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the state and result of a job
         * @description Polling is free; with `wait` the answer comes when the job ends. A result is stored for a day; after that the answer is 404 `result_expired`. If the licence of its provider allows less, the result is deleted earlier and `error` is `No longer kept`. The header `x-error-reason` has the reason code of a failed job. Also served as `/v2/jobs/{id}`.
         */
        get: operations["job"];
        put?: never;
        post?: never;
        /**
         * Cancel a queued job
         * @description Releases its credits. 409 if the job has started.
         */
        delete: operations["cancel_job"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the batches of your account
         * @description Newest first, without counts per state. A key with scopes sees its own batches only. Free.
         */
        get: operations["batches"];
        put?: never;
        /**
         * Run a lookup over many inputs
         * @description Each input becomes a job and is billed when it ends. JSON has up to 1,000 inputs; their credits are held together, or the batch is refused. A file has up to 100,000 lines and 50 MB, as CSV with a header line, as NDJSON, or as the file of a form; `endpoint` is then in the query. The credits of a file are held in chunks, 1,000 lines at first; when they are exhausted, the remaining items fail with the reason `credits_exhausted`.
         */
        post: operations["create_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of a batch
         * @description Items per state, and the credits charged so far. Free.
         */
        get: operations["batch"];
        put?: never;
        post?: never;
        /**
         * Cancel the queued items of a batch
         * @description Releases the credits of those items, also of items that only wait for their site. Items that were sent finish. 409 if all items have ended.
         */
        delete: operations["cancel_batch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/batches/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the results of a batch
         * @description Items in the order of the inputs, by range. A page with large items can be short; continue at `next_from`, or at the header `x-next-from`. With `all=true` and the format `csv` or `ndjson` you get all items as one streamed file.
         */
        get: operations["batch_results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/watches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the watches of your account
         * @description Newest first. A key with scopes sees its own watches only. Free.
         */
        get: operations["watches"];
        put?: never;
        /**
         * Watch a record
         * @description Runs a lookup on a schedule, as a job of the key that created the watch and billed like any job. Sends a webhook message when the record, or one of the named fields, changes.
         */
        post: operations["create_watch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/watches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a watch
         * @description Its next run, the results so far, and why it is paused. Free.
         */
        get: operations["watch"];
        put?: never;
        post?: never;
        /**
         * Delete a watch
         * @description Deletes its history too. A run that has started finishes.
         */
        delete: operations["delete_watch"];
        options?: never;
        head?: never;
        /**
         * Pause or resume a watch
         * @description A run that has started finishes. 409 for a watch that has ended.
         */
        patch: operations["change_watch"];
        trace?: never;
    };
    "/v2/watches/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the history of a watch
         * @description Changes, missed runs and pauses, oldest first, by range. A page with large events can be short; continue at `next_from`, or at the header `x-next-from`. The newest 1,000 events are kept, up to 8 MiB.
         */
        get: operations["watch_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook deliveries of your account
         * @description Newest first; a key with scopes sees the messages of its own jobs and batches only. A message is a POST that is signed as Standard Webhooks defines it: `webhook-signature` has `v1,<base64>`, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the webhook secret of the account.
         */
        get: operations["deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description Returns its attempts and their results.
         */
        get: operations["delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a message again
         * @description Restarts the delivery, even if it succeeded or failed before; a running attempt finishes first. At most once a minute per message and 30 times a minute per account.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of your account
         * @description Server-sent events of all servers: `call` when a call is logged; `job` when a job is queued, starts or ends; `batch` when a batch is created or some of its items end; `watch` when a watch has a new entry in its history. A comment is sent every 15 seconds. With `Last-Event-ID` the stream resumes up to 10 minutes back; an older id gets the event `gap` first. A key with scopes sees its own events. At most five streams per account, otherwise 429; a stream ends when its key does. Opening a stream counts as one request. Free.
         */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether the account has a webhook secret
         * @description Needs a key without scopes, or with the permission `manage`. Free.
         */
        get: operations["webhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or replace the webhook secret
         * @description The secret is shown only once. The previous one also signs for `grace_seconds`, by default 0. Needs a key without scopes, or with the permission `manage`. Free.
         */
        post: operations["rotate_webhook_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends one signed message of the type `test`, without retries and without a log entry; ten a minute per account. A receiver that does not answer is reported as `unreachable` after eleven seconds. Needs a key without scopes, or with the permission `manage`. Free.
         */
        post: operations["test_webhook"];
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
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the API reference as a page */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/downloads/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the SDK or the command line
         * @description An npm package that matches the version of this server.
         */
        get: operations["download"];
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
    job: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A job ended
         * @description Sent to the `webhook` of an asynchronous call when its job has completed or failed. Answer with a 2xx status; otherwise the message is sent again.
         */
        post: operations["job_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A batch ended
         * @description Sent to the `webhook` of a batch when all its items have ended, or when it was cancelled. Answer with a 2xx status; otherwise the message is sent again.
         */
        post: operations["batch_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    watch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A watch has an event
         * @description Sent to the `webhook` of a watch when its record changed, could not be compared, or it was paused. Answer with a 2xx status; otherwise the message is sent again.
         */
        post: operations["watch_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test of a receiver
         * @description Sent by `POST /v2/webhooks/test`. Answer with a 2xx status; otherwise the message is sent again.
         */
        post: operations["test_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
        ClassifiedsAttribute: {
            /** @example square */
            key: string;
            /**
             * @description The site's code.
             * @example 62
             */
            value: string | null;
            values: string[];
            /**
             * @description The key in words; on generic attributes only.
             * @example Surface habitable
             */
            key_label?: string;
            /**
             * @description The value in words.
             * @example 62 m²
             */
            value_label: string | null;
            /**
             * @description Generic attributes have a `key_label`.
             * @example true
             */
            generic: boolean | null;
        };
        ClassifiedsImages: {
            /**
             * Format: uri
             * @example https://img.classifieds.example/2400000013/1.jpg?rule=ad-thumb
             */
            thumb_url: string | null;
            /**
             * Format: uri
             * @example https://img.classifieds.example/2400000013/1.jpg?rule=ad-small
             */
            small_url: string | null;
            /** @example 3 */
            nb_images: number | null;
            urls: string[];
            urls_thumb: string[];
            urls_large: string[];
        };
        ClassifiedsLocation: {
            /** @example FR */
            country_id: string | null;
            /** @example 18 */
            region_id: string | null;
            /** @example Pays de la Loire */
            region_name: string | null;
            /** @example 44 */
            department_id: string | null;
            /** @example Loire-Atlantique */
            department_name: string | null;
            /**
             * @description City and postal code in one text.
             * @example Nantes 44000
             */
            city_label: string | null;
            /** @example Nantes */
            city: string | null;
            /** @example 44000 */
            zipcode: string | null;
            /**
             * @description Degrees north.
             * @example 47.2184
             */
            lat: number | null;
            /**
             * @description Degrees east.
             * @example -1.5536
             */
            lng: number | null;
            /**
             * @description What was located, in the site's words.
             * @example city
             */
            source: string | null;
            /**
             * @description Who located it, in the site's words.
             * @example here
             */
            provider: string | null;
            /**
             * @description Whether the site draws the place as an area.
             * @example true
             */
            is_shape: boolean | null;
            /** @description The place as GeoJSON; null where the ad has no place. */
            feature: {
                /** @example Feature */
                type: string | null;
                geometry: {
                    /** @example Point */
                    type: string | null;
                    /** @description Longitude, latitude. */
                    coordinates: number[];
                };
                /**
                 * @description The site's own, or null.
                 * @example null
                 */
                properties: unknown;
            } | null;
        };
        /** @description The paid options of the ad, each as the site names it. */
        ClassifiedsOptions: {
            /**
             * @description Whether the ad has any of them.
             * @example false
             */
            has_option: boolean | null;
            /** @example false */
            booster: boolean | null;
            /** @example false */
            photosup: boolean | null;
            /** @example false */
            urgent: boolean | null;
            /** @example false */
            gallery: boolean | null;
            /** @example false */
            sub_toplist: boolean | null;
        };
        ClassifiedsOwner: {
            /**
             * @description The owner's shop on the site; null without one.
             * @example 11513064
             */
            store_id: string | null;
            /** @example 3f2b8f9e-63a5-4a6b-9a0e-6f4a51c0d6aa */
            user_id: string | null;
            /**
             * @description `pro` or `private`.
             * @example pro
             */
            type: string | null;
            /** @example Agence du Port */
            name: string | null;
            /**
             * @description The site's code of a professional's trade.
             * @example 2
             */
            activity_sector: string | null;
            /**
             * @description Whether the owner wants no calls by salespeople.
             * @example false
             */
            no_salesmen: boolean | null;
        };
        ClassifiedsAd: {
            /**
             * @description The id of the ad.
             * @example 2400000013
             */
            list_id: number;
            /**
             * @description The title.
             * @example Appartement 3 pièces 62 m²
             */
            subject: string;
            /**
             * Format: uri
             * @example https://www.classifieds.example/ad/ventes_immobilieres/2400000013
             */
            url: string | null;
            /**
             * @description The text of the ad; may be empty.
             * @example Une maison simple et claire.
             */
            body: string | null;
            /**
             * @description The site's word: `offer`, or `demand` for wanted ads.
             * @example offer
             */
            ad_type: string | null;
            /** @example active */
            status: string | null;
            /** @example 9 */
            category_id: string | null;
            /** @example Ventes immobilières */
            category_name: string | null;
            /**
             * @description Local time of the site, without offset.
             * @example 2026-11-02 09:15:00
             */
            first_publication_date: string | null;
            /**
             * @description Local time of the site, without offset.
             * @example 2026-11-14 18:40:12
             */
            index_date: string | null;
            /** @description In euros; empty without a price. */
            price: number[];
            /** @example 24900000 */
            price_cents: number | null;
            /**
             * @description Prices by season, in the site's form; null for most ads.
             * @example null
             */
            price_calendar: unknown;
            /**
             * @description Whether the owner can be called.
             * @example true
             */
            has_phone: boolean | null;
            attributes: components["schemas"]["ClassifiedsAttribute"][];
            images: components["schemas"]["ClassifiedsImages"];
            location: components["schemas"]["ClassifiedsLocation"];
            options: components["schemas"]["ClassifiedsOptions"];
            owner: components["schemas"]["ClassifiedsOwner"];
        };
        ClassifiedsSearchApi: {
            /**
             * @description Matches of the search, over all pages.
             * @example 231
             */
            total: number | null;
            /**
             * @description Matches by owners of either type.
             * @example 231
             */
            total_all: number | null;
            /**
             * @description Matches by professionals.
             * @example 188
             */
            total_pro: number | null;
            /**
             * @description Matches by private people.
             * @example 43
             */
            total_private: number | null;
            /**
             * @description Matches that are online; null where the site does not count them.
             * @example 231
             */
            total_active: number | null;
            /**
             * @description Matches that are no longer online; null where the site does not count them.
             * @example 0
             */
            total_inactive: number | null;
            /**
             * @description Matches that can be sent; null where the site does not count them.
             * @example 12
             */
            total_shippable: number | null;
            /**
             * @description How many pages of this size the site shows.
             * @example 7
             */
            max_pages: number | null;
            ads: components["schemas"]["ClassifiedsAd"][];
        };
        AcceptedJob: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string;
            /**
             * @example queued
             * @enum {string}
             */
            status: "queued";
            /**
             * Format: uri-reference
             * @example /jobs/0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            url: string;
        };
        ClassifiedsSearch: {
            /**
             * @description Matches of the search, over all pages.
             * @example 231
             */
            total: number | null;
            /**
             * @description Matches by owners of either type.
             * @example 231
             */
            total_all: number | null;
            /**
             * @description Matches by professionals.
             * @example 188
             */
            total_pro: number | null;
            /**
             * @description Matches by private people.
             * @example 43
             */
            total_private: number | null;
            /**
             * @description Matches that are online; null where the site does not count them.
             * @example 231
             */
            total_active: number | null;
            /**
             * @description Matches that are no longer online; null where the site does not count them.
             * @example 0
             */
            total_inactive: number | null;
            /**
             * @description Matches that can be sent; null where the site does not count them.
             * @example 12
             */
            total_shippable: number | null;
            /**
             * @description How many pages of this size the site shows.
             * @example 7
             */
            max_pages: number | null;
            ads: components["schemas"]["ClassifiedsAd"][];
        };
        CompanyHeadquarter: {
            /** @example Hamburg */
            city: string | null;
            /**
             * @description A code of two letters, or a name where the site has one.
             * @example DE
             */
            country: string | null;
        };
        Company: {
            /** @example Fenmont */
            name: string;
            /**
             * @description Bare and in lower case, without `www.`. Null where a register knows no website.
             * @example fenmont.example
             */
            domain: string | null;
            /**
             * Format: uri
             * @example https://www.fenmont.example
             */
            website: string | null;
            /** @example Unsere Werkstatt baut eine leise Anlage. */
            description: string | null;
            /** @example Renewable Energy Power Generation */
            industry: string | null;
            /**
             * @description The year.
             * @example 1998
             */
            founded: number | null;
            /**
             * @description The class that `staff_count` is in; without a number, the class that the page states. Null also for 501 to 1,000, which has no class here.
             * @example 1-10
             * @enum {string|null}
             */
            staff_range: "1-10" | "10-50" | "50-200" | "200-500" | "1k-5k" | "5k-10k" | "over-10k" | null;
            /**
             * @description Number of employees.
             * @example 1184
             */
            staff_count: number | null;
            headquarter: components["schemas"]["CompanyHeadquarter"] | null;
            /**
             * Format: uri
             * @example https://www.company.example/logos/fenmont-7718.png
             */
            logo_url: string | null;
            specialities: string[];
        };
        CompanySuggestion: {
            /** @example Fenmont */
            name: string;
            /**
             * @description Bare and in lower case, without `www.`.
             * @example fenmont.example
             */
            domain: string;
            /**
             * Format: uri
             * @example https://www.company.example/logos/fenmont-7718.png
             */
            logo_url: string | null;
        };
        CompanySuggest: components["schemas"]["CompanySuggestion"][];
        CompanySocialProfile: {
            /**
             * @description The name of the network as in its address, such as `socialnet`; its own name, such as `telegram`, if the address has none.
             * @example socialnet
             */
            network: string;
            /**
             * Format: uri
             * @example https://www.socialnet.example/company/fenmont
             */
            url: string;
            /**
             * @description The name of the company on the network. Null where the address has none.
             * @example fenmont
             */
            handle: string | null;
        };
        CompanySocial: {
            /**
             * @description Bare and in lower case, without `www.`.
             * @example fenmont.example
             */
            domain: string;
            profiles: components["schemas"]["CompanySocialProfile"][];
        };
        EmailPattern: {
            /**
             * @description [F] given name, [L] surname, [F1] and [L1] their first letters, joined by nothing, `.` or `-`.
             * @example [F].[L]
             */
            pattern: string;
            /**
             * @description Of all personal addresses seen at the domain, including those that match no pattern.
             * @example 77.8
             */
            percentage: number;
        };
        CompanyEmailPattern: components["schemas"]["EmailPattern"][];
        NewssearchArticle: {
            /**
             * @description Counts the articles of this answer from 1.
             * @example 1
             */
            position: number;
            /** @example Pluello opens a new site in Lyon */
            title: string;
            /**
             * Format: uri
             * @example https://ledgerpost.example/companies/pluello-0741d13a
             */
            link: string;
            /**
             * @description The outlet's host, without `www.`; null if the link hides it.
             * @example ledgerpost.example
             */
            domain: string | null;
            /**
             * @description The name of the outlet.
             * @example The Ledger Post
             */
            source: string | null;
            /**
             * @description How long ago, as a text in the language of the edition.
             * @example 3 hours ago
             */
            date: string | null;
            /**
             * @description The text below the title; null where there is none.
             * @example The laboratory moves to larger rooms near the river.
             */
            snippet: string | null;
            /**
             * @description The address as the engine shows it; null where it shows none.
             * @example https://ledgerpost.example › companies
             */
            displayed_link: string | null;
            /** @description The parts of the snippet that the engine emphasised. */
            snippet_matched: string[];
        };
        NewssearchPagination: {
            /** @example 1 */
            current: number;
            /**
             * @description The number of the next page, or null on the last.
             * @example 2
             */
            next: number | null;
            /** @description The pages that are known to exist, without this one. */
            other_pages: number[];
            /** @example true */
            has_next_page: boolean;
        };
        NewssearchParameters: {
            /**
             * @description The query, with white space collapsed.
             * @example pluello
             */
            q: string;
            /**
             * @description The country of the edition, in lower case.
             * @example us
             */
            gl: string;
            /**
             * @description The language of the edition, in lower case.
             * @example en
             */
            hl: string;
            /**
             * @description Results per page.
             * @example 10
             */
            num: number;
            /** @example 1 */
            page: number;
            /**
             * @description The name of the source.
             * @example newssearch
             */
            engine: string;
            /**
             * @description The encoded location, where one was given.
             * @example w+CAIQICIETHlvbg
             */
            uule: string | null;
            /**
             * @description The place, where one was given by its name.
             * @example Lyon
             */
            location: string | null;
        };
        NewssearchNews: {
            organic_results: components["schemas"]["NewssearchArticle"][];
            pagination: components["schemas"]["NewssearchPagination"];
            search_parameters: components["schemas"]["NewssearchParameters"];
        };
        RealestateFrRating: {
            /**
             * @description The mean of all reviews, out of 5.
             * @example 4.6
             */
            rating: number | null;
            /**
             * Format: uri
             * @example https://www.realestate-fr.example/professionnels/cabinet-des-halles-40017/avis
             */
            review_url: string | null;
            /** @example 38 */
            review_count: number | null;
        };
        RealestateFrLegalNotice: {
            /**
             * @description The nine digits of the company in the register.
             * @example 482910337
             */
            rcs_siren: string | null;
            /** @example SARL */
            legal_form: string | null;
            /**
             * @description Whether the agent trades as a person.
             * @example false
             */
            is_individual: boolean | null;
            /**
             * @description In euros.
             * @example 8000
             */
            share_capital: number | null;
            /**
             * @description The name in the register.
             * @example Cabinet des Halles
             */
            social_reason: string | null;
            /** @example 12 rue Pasteur, 37000 Tours */
            headquarter_address: string | null;
            /** @example Caisse de garantie du Val */
            financial_guarantee_fund: string | null;
            /** @example CPI 3701 2018 000 012 345 */
            professional_card_number: string | null;
            /**
             * @description In euros.
             * @example 120000
             */
            financial_guarantee_amount: number | null;
            /**
             * @description Who issued the card.
             * @example CCI Touraine
             */
            professional_card_prefecture: string | null;
        };
        RealestateFrAgency: {
            /**
             * @description The portal's number of the agency.
             * @example 40017
             */
            id: number | null;
            /**
             * Format: uri
             * @example https://img.realestate-fr.example/agences/40017.png
             */
            logo: string | null;
            /** @example Cabinet des Halles */
            name: string | null;
            /**
             * @description The agency's number in the portal's customer register.
             * @example RC-340017
             */
            id_rcu: string | null;
            rating: components["schemas"]["RealestateFrRating"] | null;
            /** @example 12 rue Pasteur, 37000 Tours */
            address: string | null;
            /** @example 212017 */
            tier_id: number | null;
            /**
             * Format: uri
             * @example https://www.cabinet-des-halles.example/honoraires.pdf
             */
            fees_url: string | null;
            /** @example Une équipe locale pour les familles. */
            description: string | null;
            /**
             * Format: uri
             * @example https://www.cabinet-des-halles.example
             */
            website_url: string | null;
            legal_notice: components["schemas"]["RealestateFrLegalNotice"] | null;
            /**
             * @description As the site writes it.
             * @example 02 47 00 00 17
             */
            phone_number: string | null;
            /**
             * @description Whether the page shows no way to reach the agency.
             * @example false
             */
            contact_hidden: boolean | null;
            /**
             * @description The site's French word for the trade.
             * @example Agence
             */
            profession_type: string | null;
            /**
             * Format: uri
             * @example https://www.realestate-fr.example/professionnels/cabinet-des-halles-40017
             */
            profil_page_url: string | null;
            /**
             * Format: uri
             * @description The logo of the network to which the agency belongs.
             * @example https://img.realestate-fr.example/reseaux/3.png
             */
            organisation_logo: string | null;
        };
        RealestateFrVisit: {
            /**
             * @description The site's own value, of any shape.
             * @example null
             */
            slots: unknown;
            /** @example true */
            enabled: boolean | null;
            /** @example physical_visit */
            event_type: string | null;
            /** @example false */
            required_form: boolean | null;
            /** @example pl-40017 */
            plato_agency_id: string | null;
            /**
             * @description The site's own value, of any shape.
             * @example null
             */
            allowed_contracts: unknown;
            /** @example true */
            unpaid_rent_garanty: boolean | null;
            /**
             * @description In per cent.
             * @example 2.5
             */
            unpaid_rent_garanty_rate: number | null;
        };
        RealestateFrPhoto: {
            /** @example 2001468301 */
            id: number | null;
            /**
             * Format: uri
             * @example https://img.realestate-fr.example/200146830/1/mobile.jpg
             */
            mobile_url: string | null;
            /**
             * Format: uri
             * @example https://img.realestate-fr.example/200146830/1/square.jpg
             */
            square_url: string | null;
            /**
             * Format: uri
             * @description The only size where the page has one size per photo.
             * @example https://img.realestate-fr.example/200146830/1/default.jpg
             */
            default_url: string | null;
            /**
             * Format: uri
             * @example https://img.realestate-fr.example/200146830/1/original.jpg
             */
            original_url: string | null;
            /**
             * Format: uri
             * @example https://img.realestate-fr.example/200146830/1/square-large.jpg
             */
            square_large_url: string | null;
            /**
             * Format: uri
             * @example https://img.realestate-fr.example/200146830/1/low.jpg
             */
            low_resolution_url: string | null;
            /**
             * @description Whether it is wider than tall.
             * @example true
             */
            is_horizontal: boolean | null;
            /**
             * @description The caption, in French.
             * @example Séjour
             */
            descriptive_fr: string | null;
            /**
             * @description The site's own value, of any shape.
             * @example null
             */
            photo_description_tags: unknown;
        };
        RealestateFrPrice: {
            /**
             * @description The price, or the rent for a month.
             * @example 780
             */
            amount: number | null;
            /**
             * @description ISO 4217.
             * @example EUR
             */
            currency: string | null;
            /**
             * @description As the page states it, never computed.
             * @example 14.2
             */
            per_m2: number | null;
            /**
             * @description Charges for a month.
             * @example 60
             */
            charges: number | null;
            /**
             * @description The price before it was last changed.
             * @example 820
             */
            previous_amount: number | null;
        };
        RealestateFrAddress: {
            /** @example 8 rue Pasteur */
            street: string | null;
            /** @example Centre */
            district: string | null;
            /** @example Le Mans */
            city: string | null;
            /** @example 72000 */
            postal_code: string | null;
            /**
             * @description ISO 3166, two letters, where the page names a country.
             * @example FR
             */
            country: string | null;
            /**
             * @description In degrees; null where the page shows an area instead of a point.
             * @example 48.0061
             */
            latitude: number | null;
            /**
             * @description In degrees.
             * @example 0.1996
             */
            longitude: number | null;
        };
        RealestateFrListing: {
            url: {
                /**
                 * Format: uri
                 * @example https://www.realestate-fr.example/annonces/locations/appartement/le-mans-72/200146830.htm
                 */
                value: string;
                /** @example 2 */
                nature: number | null;
                /** @example RE */
                business_unit_type: string | null;
            };
            /**
             * @description The site's own value, of any shape.
             * @example null
             */
            early_access: unknown;
            listing_detail: {
                /**
                 * @description The portal's number of the listing; null if its id is not a number.
                 * @example 200146830
                 */
                id: number | null;
                media: {
                    photos: components["schemas"]["RealestateFrPhoto"][];
                };
                price: components["schemas"]["RealestateFrPrice"];
                /**
                 * @description Lines end with a line feed.
                 * @example Lumineux trois pièces au calme.
                 */
                description: string | null;
                /**
                 * @description `apartment`, `house` or the word of the site, in lower case.
                 * @example apartment
                 */
                property_type: string | null;
                /**
                 * @description `sale` or `rent`.
                 * @example rent
                 */
                transaction: string | null;
                /**
                 * @description In square metres.
                 * @example 55
                 */
                living_area: number | null;
                /**
                 * @description In square metres.
                 * @example 420
                 */
                land_area: number | null;
                /** @example 3 */
                rooms: number | null;
                /** @example 2 */
                bedrooms: number | null;
                /**
                 * @description 0 is the ground floor.
                 * @example 2
                 */
                floor: number | null;
                /**
                 * @description The letter of the energy certificate.
                 * @example D
                 */
                energy_class: string | null;
                /**
                 * @description The letter of the certificate of greenhouse gases.
                 * @example B
                 */
                emission_class: string | null;
                address: components["schemas"]["RealestateFrAddress"];
                /** @description In the words of the page. */
                features: string[];
                /**
                 * Format: date-time
                 * @description When the listing was published, in UTC.
                 * @example 2026-03-05T14:49:48Z
                 */
                published_at: string | null;
                /**
                 * Format: date-time
                 * @description When the listing was last changed, in UTC.
                 * @example 2026-06-09T08:53:30Z
                 */
                updated_at: string | null;
            };
        };
        RealestateFrProperty: {
            agency: components["schemas"]["RealestateFrAgency"];
            /**
             * @description The site's own value, of any shape.
             * @example null
             */
            seeker: unknown;
            /** @description Null where visits cannot be booked. */
            contact: {
                book_a_visit: components["schemas"]["RealestateFrVisit"] | null;
            } | null;
            listing: components["schemas"]["RealestateFrListing"];
        };
        /** @description In the currency of `data_layer.currency_code`. */
        RetailerAPrice: {
            /**
             * @description With all taxes.
             * @example 24.9
             */
            price: number | null;
            /**
             * @description Whether it can be paid in instalments by card.
             * @example false
             */
            is_nx_c_b: boolean | null;
            /**
             * @description The levy on private copies, part of the price.
             * @example 0
             */
            private_copy: number | null;
            /**
             * @description Part of the price; 0 where the site does not publish it, null where no site was read.
             * @example 0.12
             */
            eco_contribution: number | null;
            /**
             * @description Of all offers together, in the site's words.
             * @example available
             */
            availability_status: string | null;
            /**
             * @description Part of the price; 0 where the site does not publish it, null where no site was read.
             * @example 0
             */
            eco_contribution_mobilier: number | null;
            /**
             * @description Of the elected offer, in the site's words.
             * @example available
             */
            offer_availability_status: string | null;
        };
        /** @description The offer of the requested shop, or the site's default offer. */
        RetailerAElectedOffer: {
            /** @example batterie-compacte-s-320 */
            slug: string | null;
            /**
             * @description Pieces left.
             * @example 42
             */
            stock: number | null;
            /**
             * @description Same as `store_id`; the online store has an id too.
             * @example 1
             */
            shop_id: number | null;
            /** @example Boutique en ligne */
            shop_name: string | null;
            /**
             * @description In the site's words.
             * @example national
             */
            offer_type: string | null;
            /**
             * @description False where the site does not publish it, null where no site was read.
             * @example false
             */
            is_cross_dock: boolean | null;
            /** @example 8100017 */
            national_offer_id: string | null;
            /** @example true */
            is_retailer_national_and_local: boolean | null;
            /** @example false */
            is_active_promotion_without_stock: boolean | null;
        };
        RetailerAOffer: {
            price: components["schemas"]["RetailerAPrice"];
            /** @description Promotional messages, under the names of the site. */
            stimuli: {
                [key: string]: unknown;
            } | null;
            /** @description Promotional pictograms, under the names of the site. */
            stimuli_picto: {
                [key: string]: unknown;
            } | null;
            elected_offer: components["schemas"]["RetailerAElectedOffer"];
            /**
             * @description Empty where the site does not publish it, null where no site was read.
             * @example picto-maison
             */
            category_picto: string | null;
            /**
             * @description Offers to order online and collect at a shop.
             * @example 12
             */
            cnc_offers_count: number | null;
            /**
             * @description Offers other than the elected one; for observed prices, the older ones.
             * @example 3
             */
            other_offers_count: number | null;
        };
        RetailerADataLayer: {
            /**
             * @description The site's own number of the product.
             * @example 700017
             */
            id: string | null;
            /** @example 3210100000009 */
            ean: string;
            /** @example Batterie compacte S 320 */
            name: string;
            /**
             * @description Always with two decimals.
             * @example 24.90
             */
            price: string | null;
            /** @example Boutique en ligne */
            vendor: string | null;
            /**
             * @description The first part of the category.
             * @example Maison
             */
            section: string | null;
            /**
             * @description From the department down.
             * @example Maison/Cuisine/Petit électroménager
             */
            category: string | null;
            /**
             * @description Such as new, refurbished or used.
             * @example new
             */
            condition: string | null;
            /** @example true */
            in_stock: boolean | null;
            /**
             * @description ISO 4217 code, in capitals.
             * @example EUR
             */
            currency_code: string | null;
        };
        RetailerAProduct: {
            /**
             * @description The article number, 13 digits.
             * @example 3210100000009
             */
            ean: string;
            /** @example Maison Velmont */
            brand: string | null;
            /**
             * Format: uri
             * @example https://media.retailer-a.example/3210100000009/1.jpg
             */
            image: string | null;
            /** @example Batterie compacte S 320 */
            title: string;
            offer: components["schemas"]["RetailerAOffer"];
            data_layer: components["schemas"]["RetailerADataLayer"];
            /** @example 31 */
            rating_count: number | null;
            /**
             * @description Out of 5.
             * @example 4.3
             */
            rating_average: number | null;
        };
        RetailerAResult: {
            /**
             * @description The article number; `product` takes it as `query`.
             * @example 3210100000009
             */
            ean: string;
            /** @example Batterie compacte S 320 */
            title: string;
            /** @example Maison Velmont */
            brand: string | null;
            /**
             * Format: uri
             * @example https://media.retailer-a.example/3210100000009/1.jpg
             */
            image: string | null;
            /**
             * Format: uri
             * @example https://www.retailer-a.example/p/batterie-compacte-s-320-3210100000009
             */
            url: string;
            /**
             * @description With all taxes.
             * @example 3.49
             */
            price: number | null;
            /**
             * @description ISO 4217 code, in capitals.
             * @example EUR
             */
            currency_code: string | null;
            /** @description The price of one unit, in the same currency. */
            unit_price: {
                /** @example 17.45 */
                price: number;
                /**
                 * @description In the site's words.
                 * @example kg
                 */
                unit: string;
            } | null;
        };
        RetailerAPagination: {
            /**
             * @description Counts from 1.
             * @example 1
             */
            page: number;
            /** @example 24 */
            per_page: number;
            /** @example 4 */
            total_pages: number | null;
            /**
             * @description Null where the site does not say.
             * @example 73
             */
            total_results: number | null;
        };
        RetailerASearch: {
            results: components["schemas"]["RetailerAResult"][];
            pagination: components["schemas"]["RetailerAPagination"];
        };
        RetailerBReviews: {
            /**
             * @description From 1 to 5.
             * @example 4.3
             */
            average_rating: number | null;
            /** @description Number of reviews per number of stars; null where the page does not say. */
            rating_distribution: {
                /** @example 12 */
                1: number | null;
                /** @example 12 */
                2: number | null;
                /** @example 12 */
                3: number | null;
                /** @example 12 */
                4: number | null;
                /** @example 12 */
                5: number | null;
            };
        };
        /** @description Per 100 g or 100 ml, each with its unit; null where the product has no nutrition table. */
        RetailerBNutrition: {
            /**
             * @description Salt.
             * @example 0.9 g
             */
            sel: string | null;
            /**
             * @description Carbohydrates.
             * @example 62 g
             */
            glucides: string | null;
            /**
             * @description Proteins.
             * @example 6.8 g
             */
            proteines: string | null;
            /**
             * @description Sugars, part of the carbohydrates.
             * @example 22 g
             */
            dont_sucres: string | null;
            /**
             * @description Fat.
             * @example 23 g
             */
            matieres_grasses: string | null;
            /**
             * @description Fibre.
             * @example 2.1 g
             */
            fibres_alimentaires: string | null;
            /**
             * @description Energy in kilojoules.
             * @example 2036 kJ
             */
            valeur_energetique_kj: string | null;
            /**
             * @description Energy in kilocalories.
             * @example 486 kcal
             */
            valeur_energetique_kcal: string | null;
            /**
             * @description Saturated fatty acids, part of the fat.
             * @example 15 g
             */
            dont_acides_gras_satures: string | null;
        };
        RetailerBFeatures: {
            /**
             * @description The article number, 8 to 14 digits.
             * @example 3250100000005
             */
            ean: string | null;
            /**
             * @description The retailer's own number of the product.
             * @example C1000000
             */
            reference: string | null;
            /** @example Des biscuits dorés au four. */
            description: string | null;
            /** @example Farine de blé, beurre 24 %, sucre, sel. */
            ingredients: string | null;
            /**
             * @description Where it is made: countries or places.
             * @example France
             */
            pays_de_fabrication: string | null;
            /**
             * @description The legal name of the food.
             * @example Biscuits sablés au beurre
             */
            denomination_legale_de_vente: string | null;
            contact: {
                /**
                 * @description The company responsible for the food.
                 * @example Maison Velmont, 12 rue Pasteur, 44000 Nantes
                 */
                exploitant: string | null;
                /**
                 * @description Contact for customers.
                 * @example Service consommateurs, 44000 Nantes
                 */
                service_consommateur: string | null;
            } | null;
            valeurs_nutritionnelles: components["schemas"]["RetailerBNutrition"] | null;
        };
        RetailerBProduct: {
            /**
             * @description The reference of the product on the site; for open data its article number.
             * @example C1000000
             */
            id: string;
            /**
             * Format: uri
             * @example https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000
             */
            url: string;
            /**
             * Format: uri
             * @example https://media.retailer-b.example/C1000000/1.jpg
             */
            image: string | null;
            /** @example Maison Velmont */
            brand: string | null;
            /** @example Biscuits au beurre */
            title: string;
            /**
             * @description From 1 to 5.
             * @example 4.3
             */
            rating: number | null;
            /** @description Details next to the title: size, price per unit. */
            attributes: string[];
            /** @example 57 */
            reviews_count: number | null;
            reviews_details: components["schemas"]["RetailerBReviews"];
            features: components["schemas"]["RetailerBFeatures"];
        };
        RetailerBResult: {
            /**
             * @description `pr-` and the reference; `product` takes it as `query`.
             * @example pr-C1000000
             */
            id: string;
            /**
             * @description The article number, where the site shows it.
             * @example 3250100000005
             */
            ean: string | null;
            /** @example Biscuits au beurre */
            title: string;
            /** @example Maison Velmont */
            brand: string | null;
            /**
             * Format: uri
             * @example https://media.retailer-b.example/C1000000/1.jpg
             */
            image: string | null;
            /**
             * Format: uri
             * @example https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000
             */
            url: string;
            /**
             * @description With all taxes.
             * @example 3.49
             */
            price: number | null;
            /**
             * @description ISO 4217 code, in capitals.
             * @example EUR
             */
            currency_code: string | null;
            /** @description The price of one unit, in the same currency. */
            unit_price: {
                /** @example 17.45 */
                price: number;
                /**
                 * @description In the site's words.
                 * @example kg
                 */
                unit: string;
            } | null;
        };
        RetailerBPagination: {
            /**
             * @description Counts from 1.
             * @example 1
             */
            page: number;
            /** @example 24 */
            per_page: number;
            /** @example 4 */
            total_pages: number | null;
            /**
             * @description Null where the site does not say.
             * @example 73
             */
            total_results: number | null;
        };
        RetailerBSearch: {
            results: components["schemas"]["RetailerBResult"][];
            pagination: components["schemas"]["RetailerBPagination"];
        };
        SneakermarketItem: {
            /**
             * @description A UUID, or the site's own id where it has none.
             * @example 5b1c7f0e-8d3a-4c55-9a51-2f1f6a0b7c11
             */
            id: string;
            /**
             * @description The last part of the product's address.
             * @example velmont-canyon-runner-2-slate-ka1200-107
             */
            slug: string | null;
            /** @example Velmont Canyon Runner 2 'Slate' */
            name: string;
            /**
             * @description The maker's number of the model in this colour.
             * @example KA1200-107
             */
            sku: string | null;
            /**
             * @description The site's own word for the kind of product.
             * @example sneakers
             */
            category: string | null;
            /** @example Velmont */
            brand: string | null;
            /**
             * Format: uri
             * @example https://images.sneakermarket.example/ka1200-107/small.jpg
             */
            image: string | null;
            /**
             * @description The colours, as the maker or the site names them.
             * @example Slate/White-Gum
             */
            colorway: string | null;
        };
        SneakermarketSearch: components["schemas"]["SneakermarketItem"][];
        SocialnetHeadquarter: {
            /** @example Hamburg */
            city: string | null;
            /**
             * @description The street, or the first line of the address.
             * @example Hafenstraße 12
             */
            line1: string | null;
            /**
             * @description A code of two letters, or a name where the page has one.
             * @example DE
             */
            country: string | null;
            /** @example 20457 */
            postal_code: string | null;
        };
        SocialnetPost: {
            /**
             * @description Digits; too large for a number.
             * @example 7248246460041809920
             */
            post_id: string;
            /**
             * Format: uri
             * @example https://www.socialnet.example/posts/fenmont_activity-7248246460041809920-Ab1c
             */
            post_url: string | null;
        };
        SocialnetEmployee: {
            /** @example Lena Vogel */
            name: string;
            /**
             * Format: uri
             * @example https://www.socialnet.example/in/lena-vogel-1a2b
             */
            profile_url: string | null;
        };
        SocialnetOtherCompany: {
            /**
             * Format: uri
             * @example https://www.socialnet.example/company/briana
             */
            company_url: string | null;
            /**
             * Format: uri
             * @example https://www.socialnet.example/logos/briana-4410.png
             */
            company_logo: string | null;
            /** @example Briana */
            company_name: string;
        };
        SocialnetCompanyInfo: {
            /**
             * @description The network's id of the company, or the number of its item in Wikidata. Null where the page does not show it.
             * @example 1554
             */
            company_id: number | null;
            /**
             * Format: uri
             * @description The page of the company on the network, or of its item in Wikidata.
             * @example https://www.socialnet.example/company/fenmont
             */
            company_url: string;
            /** @example Fenmont */
            company_name: string;
            /**
             * Format: uri
             * @example https://www.socialnet.example/logos/fenmont-7718.png
             */
            logo_url: string | null;
            /**
             * Format: uri
             * @example https://www.fenmont.example
             */
            website: string | null;
            specialities: string[];
            /** @example Renewable Energy Power Generation */
            industry: string | null;
            /** @example Die leise Anlage für Werkstätten */
            tagline: string | null;
            /** @example Unsere Werkstatt baut eine leise Anlage. */
            description: string | null;
            /**
             * @description The year.
             * @example 1998
             */
            founded: number | null;
            /**
             * @description The class that `staff_count` is in; without a number, the class that the page states. Null also for 501 to 1,000, which has no class here.
             * @example 1-10
             * @enum {string|null}
             */
            staff_range: "1-10" | "10-50" | "50-200" | "200-500" | "1k-5k" | "5k-10k" | "over-10k" | null;
            /**
             * @description Number of employees that the page names.
             * @example 1184
             */
            staff_count: number | null;
            /** @example 5750 */
            follower_count: number | null;
            /** @description Postal addresses, each on one line; the headquarters comes first. */
            locations: string[];
            headquarter: components["schemas"]["SocialnetHeadquarter"] | null;
            /** @description Those that the page shows. */
            posts: components["schemas"]["SocialnetPost"][];
            /** @description Those that the page shows. */
            employees: components["schemas"]["SocialnetEmployee"][];
            similar_companies: components["schemas"]["SocialnetOtherCompany"][];
            /** @description Subsidiaries and related companies. */
            affiliated_companies: components["schemas"]["SocialnetOtherCompany"][];
        };
        StartupdbIdentifier: {
            /**
             * Format: uuid
             * @example 5f0f2a2e-6c6d-4d0e-9f55-0f5ac2b1a001
             */
            uuid: string;
            /**
             * @description The name as the site shows it.
             * @example Veltora Software
             */
            value: string;
            /**
             * @description The site's id of a picture.
             * @example logos/veltora-4821
             */
            image_id: string | null;
            /**
             * @description The last part of the address of its page on the site.
             * @example veltora-software
             */
            permalink: string | null;
            /**
             * @description The kind of entity: organization, person, funding_round, ….
             * @example organization
             */
            entity_def_id: string | null;
        };
        StartupdbInvestor: {
            /** @example investor */
            role: string | null;
            /**
             * Format: uuid
             * @example 5f0f2a2e-6c6d-4d0e-9f55-0f5ac2b1a001
             */
            uuid: string;
            /**
             * @description The name as the site shows it.
             * @example Veltora Software
             */
            value: string;
            /**
             * @description The site's id of a picture.
             * @example logos/veltora-4821
             */
            image_id: string | null;
            /**
             * @description The last part of the address of its page on the site.
             * @example veltora-software
             */
            permalink: string | null;
            /**
             * @description The kind of entity: organization, person, funding_round, ….
             * @example organization
             */
            entity_def_id: string | null;
        };
        StartupdbFundedOrganization: {
            /** @example investee */
            role: string | null;
            /**
             * Format: uuid
             * @example 5f0f2a2e-6c6d-4d0e-9f55-0f5ac2b1a001
             */
            uuid: string | null;
            /**
             * @description The name as the site shows it.
             * @example Veltora Software
             */
            value: string | null;
            /**
             * @description The site's id of a picture.
             * @example logos/veltora-4821
             */
            image_id: string | null;
            /**
             * @description The last part of the address of its page on the site.
             * @example veltora-software
             */
            permalink: string | null;
            /**
             * @description The kind of entity: organization, person, funding_round, ….
             * @example organization
             */
            entity_def_id: string | null;
        };
        /** @description Null where the page hides it or does not know it. */
        StartupdbMoney: {
            /** @example 12000000 */
            amount: number;
            /**
             * @description ISO 4217.
             * @example EUR
             */
            currency: string | null;
            /**
             * @description In US dollars, where the page states it.
             * @example 13100000
             */
            usd: number | null;
        };
        StartupdbRoundSummary: {
            /**
             * Format: uuid
             * @example 0d1f6c1c-93b5-4a6e-8f0e-3c7f1a2b4d5e
             */
            uuid: string;
            identifier: components["schemas"]["StartupdbIdentifier"];
            /**
             * @description Usually one of the values of the parameter `investment_type`.
             * @example series_a
             */
            investment_type: string | null;
            investor_identifiers: components["schemas"]["StartupdbInvestor"][];
            funded_organization_identifier: components["schemas"]["StartupdbFundedOrganization"];
            money_raised: components["schemas"]["StartupdbMoney"] | null;
            /**
             * Format: date
             * @description Null where the page hides it or does not know it.
             * @example 2026-11-02
             */
            announced_on: string | null;
            /** @description Null where the page does not say who leads the round. */
            lead_investors: components["schemas"]["StartupdbIdentifier"][] | null;
        };
        StartupdbFundingRounds: {
            /**
             * @description All matches, on all pages; from `sec-edgar`, those that were read.
             * @example 2
             */
            total: number;
            /** @description The newest first. */
            results: components["schemas"]["StartupdbRoundSummary"][];
        };
        StartupdbRoundOverview: {
            /**
             * @description Usually one of the values of the parameter `investment_type`.
             * @example series_a
             */
            investment_type: string | null;
            preview_properties: {
                announced_on: {
                    /**
                     * @description Whether the site has the date, be it shown or for subscribers only.
                     * @example true
                     */
                    is_present: boolean;
                };
                money_raised: {
                    /**
                     * @description Whether the site has the amount, be it shown or for subscribers only.
                     * @example true
                     */
                    is_present: boolean;
                };
            };
            funded_organization_identifier: components["schemas"]["StartupdbFundedOrganization"];
        };
        StartupdbPressReference: {
            /**
             * Format: uuid
             * @example 9c1b6f0a-2d3e-4f50-8a61-7b8c9d0e1f2a
             */
            uuid: string;
            properties: {
                identifier: {
                    /**
                     * Format: uuid
                     * @example 9c1b6f0a-2d3e-4f50-8a61-7b8c9d0e1f2a
                     */
                    uuid: string | null;
                    /**
                     * @description The headline.
                     * @example Veltora Software raises USD 12M in Series A
                     */
                    value: string | null;
                    /** @example press_reference */
                    entity_def_id: string | null;
                };
                /**
                 * Format: date
                 * @example 2026-11-02
                 */
                activity_date: string | null;
                /** @example press_reference */
                entity_def_id: string | null;
                /** @description Entities that the report is about. */
                activity_entities: components["schemas"]["StartupdbIdentifier"][];
            };
            preview_properties: {
                activity_properties: {
                    /**
                     * @description Whether the site has the details, be they shown or for subscribers only.
                     * @example true
                     */
                    is_present: boolean;
                };
            };
        };
        StartupdbInvestment: {
            identifier: {
                /**
                 * Format: uuid
                 * @example 7d6c5b4a-3928-4170-8605-f4e3d2c1b0a9
                 */
                uuid: string | null;
                /** @example Norana Ventures investment in Series A - Veltora Software */
                value: string | null;
                /** @example norana-ventures-invested-in-veltora-software-series-a--7d6c5b4a */
                permalink: string | null;
                /** @example investment */
                entity_def_id: string | null;
            };
            investor_identifier: {
                /**
                 * Format: uuid
                 * @example 1a2b3c4d-5e6f-4708-8192-a3b4c5d6e7f8
                 */
                uuid: string | null;
                /** @example Norana Ventures */
                value: string | null;
                /**
                 * @description The site's id of a picture.
                 * @example logos/norana-ventures-1190
                 */
                image_id: string | null;
                /** @example norana-ventures */
                permalink: string | null;
                /**
                 * @description organization or person.
                 * @example organization
                 */
                entity_def_id: string | null;
            };
        };
        StartupdbFundingRound: {
            /**
             * Format: uuid
             * @example 0d1f6c1c-93b5-4a6e-8f0e-3c7f1a2b4d5e
             */
            uuid: string;
            /**
             * @description The name of the round.
             * @example Series A - Veltora Software
             */
            value: string;
            /**
             * @description The site's id of a picture.
             * @example logos/veltora-4821
             */
            image_id: string | null;
            /**
             * @description Accepted as `query` of this endpoint.
             * @example veltora-software-series-a--0d1f6c1c
             */
            permalink: string | null;
            /** @example funding_round */
            entity_def_id: string | null;
            /**
             * @description Null where the page does not show it.
             * @example 3
             */
            num_investors: number | null;
            money_raised: components["schemas"]["StartupdbMoney"] | null;
            /**
             * Format: date
             * @description Null where the page hides it or does not know it.
             * @example 2026-11-02
             */
            announced_on: string | null;
            /** @description Null where the page does not say who leads the round. */
            lead_investors: components["schemas"]["StartupdbIdentifier"][] | null;
            overview_fields_v2: components["schemas"]["StartupdbRoundOverview"];
            cards: {
                timeline: {
                    /** @example 1 */
                    count: number | null;
                    entities: components["schemas"]["StartupdbPressReference"][];
                };
                investors_list: components["schemas"]["StartupdbInvestment"][];
                investors_headline: {
                    /** @example 3 */
                    num_investors: number | null;
                };
                overview_fields_v2: components["schemas"]["StartupdbRoundOverview"];
                lead_investors_image_list: {
                    identifier: components["schemas"]["StartupdbIdentifier"];
                }[];
            };
        };
        StartupdbCategory: {
            /** @example Climate Tech */
            name: string;
            /**
             * Format: uuid
             * @description Null where the page does not show it.
             * @example 3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00
             */
            uuid: string | null;
            /**
             * @description The site's id of the picture.
             * @example categories/climate-tech
             */
            image_id: string | null;
            /**
             * @description The last part of the address of its page on the site.
             * @example climate-tech
             */
            permalink: string | null;
        };
        StartupdbOrganization: {
            /**
             * @description The site's id of the picture.
             * @example logos/veltora-4821
             */
            logo: string | null;
            /** @example Veltora Software */
            name: string;
            /**
             * Format: uuid
             * @description Null where the page does not show it.
             * @example 3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00
             */
            uuid: string | null;
            /**
             * @description The last part of the address of its page on the site.
             * @example veltora-software
             */
            permalink: string | null;
        };
        StartupdbSpeaker: {
            /**
             * @description The site's id of the picture.
             * @example portraits/camille-riviere-10a2
             */
            logo: string | null;
            /** @example Camille Rivière */
            name: string;
            /**
             * Format: uuid
             * @description Null where the page does not show it.
             * @example 3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00
             */
            uuid: string | null;
            /** @example Chief Executive Officer */
            job_title: string | null;
            /**
             * @description The last part of the address of its page on the site.
             * @example camille-riviere-10a2
             */
            permalink: string | null;
            organization: components["schemas"]["StartupdbOrganization"] | null;
        };
        StartupdbSponsor: {
            /**
             * @description The site's id of the picture.
             * @example logos/norana-ventures-1190
             */
            logo: string | null;
            /** @example Norana Ventures */
            name: string;
            /**
             * Format: uuid
             * @description Null where the page does not show it.
             * @example 3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00
             */
            uuid: string | null;
            /**
             * @description The last part of the address of its page on the site.
             * @example norana-ventures
             */
            permalink: string | null;
            /** @example The patient fund for growers */
            short_description: string | null;
        };
        StartupdbTimelineEvent: {
            /**
             * Format: uri
             * @example https://www.founderswire.example/events/climate-tech-summit-lyon-1a2b3c4d
             */
            url: string | null;
            /**
             * Format: date
             * @example 2027-02-20
             */
            date: string | null;
            /** @example press_reference */
            type: string | null;
            /**
             * Format: uuid
             * @description Null where the page does not show it.
             * @example 3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00
             */
            uuid: string | null;
            /** @example What to expect from Climate Tech Summit Lyon */
            title: string | null;
            /** @example Founders Wire */
            publisher: string | null;
        };
        StartupdbEvent: {
            /**
             * Format: uuid
             * @description Null where the page does not show it.
             * @example 3b9d7c11-55aa-4c0e-9a77-2f6e8d4c1b00
             */
            uuid: string | null;
            /** @example Climate Tech Summit Lyon */
            name: string;
            /**
             * @description A further name, where there is one.
             * @example Climate Tech Summit Lyon
             */
            title: string | null;
            /**
             * @description The site's id of the picture.
             * @example logos/climate-tech-summit-lyon
             */
            logo: string | null;
            /** @example Two days for people who build with less carbon. */
            description: string | null;
            /** @example A summit for climate founders. */
            short_description: string | null;
            /**
             * Format: date
             * @example 2027-03-12
             */
            starts_on: string | null;
            /**
             * Format: date
             * @description The last day.
             * @example 2027-03-13
             */
            ends_on: string | null;
            event_type: string[];
            /**
             * @description Null where the page does not show it.
             * @example 12
             */
            num_speakers: number | null;
            /**
             * @description Null where the page does not show it.
             * @example 4
             */
            num_sponsors: number | null;
            /**
             * @description Null where the page does not show it.
             * @example 20
             */
            num_exhibitors: number | null;
            /**
             * @description Null where the page does not show it.
             * @example 0
             */
            num_contestants: number | null;
            categories: components["schemas"]["StartupdbCategory"][];
            speakers: components["schemas"]["StartupdbSpeaker"][];
            sponsors: components["schemas"]["StartupdbSponsor"][];
            exhibitors: components["schemas"]["StartupdbSponsor"][];
            contestants: components["schemas"]["StartupdbSponsor"][];
            timeline: {
                /**
                 * @description Null where the page does not show it.
                 * @example 1
                 */
                count: number | null;
                /** @description What the press wrote about the event. */
                events: components["schemas"]["StartupdbTimelineEvent"][];
            };
            /**
             * @description As the site marks the profile. Null where the page does not show it.
             * @example false
             */
            is_locked: boolean | null;
            /**
             * Format: uri
             * @example https://climate-tech-summit-lyon.example/register
             */
            registration_url: string | null;
        };
        SupplierdirFilter: {
            /** @example mat-brass */
            id: string;
            /**
             * @description How many suppliers match it.
             * @example 41
             */
            count: number | null;
            /** @example Brass */
            label: string | null;
            /** @example Materials */
            section: string | null;
        };
        SupplierdirAddress: {
            /** @example 44135 */
            zip: string | null;
            /** @example Cleveland */
            city: string | null;
            /**
             * @description The four digits after a ZIP code.
             * @example 1906
             */
            zip4: string | null;
            /**
             * @description The code of the state or province.
             * @example OH
             */
            state: string | null;
            /** @example Cuyahoga */
            county: string | null;
            /**
             * @description As the site writes it, mostly an ISO 3166 code.
             * @example US
             */
            country: string | null;
            /**
             * @description The street.
             * @example 1200 Foundry Row
             */
            address1: string | null;
            /** @example Building 4 */
            address2: string | null;
            /** @example Dock B */
            address3: string | null;
            /**
             * @description In degrees, north is positive.
             * @example 41.4123
             */
            latitude: number | null;
            /**
             * @description In degrees, east is positive.
             * @example -81.8102
             */
            longitude: number | null;
            /** @example Ohio */
            state_name: string | null;
        };
        SupplierdirVideo: {
            /** @example v-10000017-1 */
            id: string | null;
            /** @example A tour of the works */
            title: string | null;
            /** @example See how a valve is made. */
            text: string | null;
            /** @example Three minutes in the foundry. */
            description: string | null;
            /**
             * @description As the site writes it, mostly in seconds.
             * @example 182
             */
            duration: string | null;
            /**
             * Format: uri
             * @example https://videos.supplierdir.example/v-10000017-1
             */
            url: string | null;
            /**
             * Format: uri
             * @example https://img.supplierdir.example/videos/v-10000017-1.jpg
             */
            image: string | null;
            /** @example Tour */
            label: string | null;
            /**
             * Format: uri
             * @example https://videos.supplierdir.example/player/v-10000017-1
             */
            player: string | null;
            /** @example company */
            type: string | null;
            /**
             * @description As the site writes it.
             * @example 2025-04-02
             */
            uploaded_date: string | null;
        };
        SupplierdirSupplier: {
            /**
             * Format: uri
             * @description The profile; null only where the page gives neither a link nor an id to build it from.
             * @example https://www.supplierdir.example/company/veltora-machines-10000017/profile
             */
            url: string | null;
            /** @example Veltora Machines */
            name: string;
            /**
             * @description How the directory ranks the entry, in its own words.
             * @example VERIFIED
             */
            tier: string | null;
            /**
             * @description The letter of a company type: C Q D F M R E S I.
             * @example M
             */
            type: string | null;
            address: components["schemas"]["SupplierdirAddress"];
            /** @description The category under which the supplier was found. */
            heading: {
                /** @example Ball Valves */
                name: string | null;
                /** @example Valves that turn a ball. */
                description: string | null;
            } | null;
            /**
             * Format: uri
             * @example https://www.veltora-machines.example
             */
            website: string | null;
            /** @description The categories of the supplier; null where the page does not say. */
            headings: {
                /** @example 90210303 */
                heading_id: string | null;
                /** @example Ball Valves */
                natural_name: string | null;
            }[] | null;
            /**
             * Format: uri
             * @example https://img.supplierdir.example/logos/veltora-machines.png
             */
            logo_url: string | null;
            /**
             * @description The directory's number of the supplier.
             * @example 10000017
             */
            tgrams_id: string | null;
            /**
             * @description Whether the supplier manages the entry itself.
             * @example true
             */
            is_claimed: boolean | null;
            /** @example Veltora Machines logo */
            logo_title: string | null;
            /** @example Maker of ball valves since 1968. */
            description: string | null;
            /**
             * @description A range, as the site writes it.
             * @example $10 - 24.9 Mil
             */
            annual_sales: string | null;
            /**
             * @description As the site gives it, of any shape.
             * @example CATALOG
             */
            catalog_type: unknown;
            /** @example 1968 */
            year_founded: string | null;
            /** @example false */
            is_advertiser: boolean | null;
            /** @example +1 216-555-0142 */
            primary_phone: string | null;
            /**
             * @description Whether the supplier answers requests quickly.
             * @example true
             */
            is_top_responder: boolean | null;
            /**
             * @description A range, as the site writes it.
             * @example 50-99
             */
            number_employees: string | null;
            /** @description Letters of company types, as in `type`. */
            other_activities: string[] | null;
            /**
             * @description Whether a partner of the directory has checked it.
             * @example true
             */
            partner_verified: boolean | null;
            /** @example false */
            is_multi_location: boolean | null;
            /**
             * @description The entry that this one is a branch of.
             * @example Veltora Group
             */
            main_location_name: string | null;
            /** @example 10000000 */
            main_location_tgrams_id: string | null;
            /**
             * @description A decimal number; higher comes first.
             * @example 87.4310
             */
            rank: string | null;
            /** @description Brands that the supplier has in this category. */
            heading_brands: {
                /** @example Velturn */
                name: string;
            }[] | null;
            /**
             * @description May contain emphasis markup.
             * @example Maker of <em>ball valves</em>.
             */
            pdm_text: string | null;
            capabilities: {
                /** @example Production Volume */
                type: string | null;
                names: string[];
            }[] | null;
            videos: components["schemas"]["SupplierdirVideo"][] | null;
            /**
             * @description As the site gives it, of any shape.
             * @example 12.4
             */
            distance: unknown;
            /**
             * @description As the site gives it, of any shape.
             * @example null
             */
            products: unknown;
        };
        SupplierdirPagination: {
            /**
             * @description The page, counted from 1.
             * @example 1
             */
            current: number;
            /** @example 25 */
            per_page: number | null;
            /** @example 4 */
            total_pages: number | null;
            /** @example true */
            has_next_page: boolean | null;
            /** @example 93 */
            total_results: number | null;
        };
        SupplierdirNameMatch: {
            /**
             * Format: uri
             * @description The profile; null only where the page gives neither a link nor an id to build it from.
             * @example https://www.supplierdir.example/company/veltora-machines-10000017/profile
             */
            url: string | null;
            /** @example Veltora Machines */
            name: string;
            /**
             * @description How the directory ranks the entry, in its own words.
             * @example VERIFIED
             */
            tier: string | null;
            /**
             * @description The letter of a company type: C Q D F M R E S I.
             * @example M
             */
            type: string | null;
            address: components["schemas"]["SupplierdirAddress"];
            /** @description The category under which the supplier was found. */
            heading: {
                /** @example Ball Valves */
                name: string | null;
                /** @example Valves that turn a ball. */
                description: string | null;
            } | null;
            /**
             * Format: uri
             * @example https://www.veltora-machines.example
             */
            website: string | null;
            /** @description The categories of the supplier; null where the page does not say. */
            headings: {
                /** @example 90210303 */
                heading_id: string | null;
                /** @example Ball Valves */
                natural_name: string | null;
            }[] | null;
            /**
             * Format: uri
             * @example https://img.supplierdir.example/logos/veltora-machines.png
             */
            logo_url: string | null;
            /**
             * @description The directory's number of the supplier.
             * @example 10000017
             */
            tgrams_id: string | null;
            /**
             * @description Whether the supplier manages the entry itself.
             * @example true
             */
            is_claimed: boolean | null;
            /** @example Veltora Machines logo */
            logo_title: string | null;
            /** @example Maker of ball valves since 1968. */
            description: string | null;
            /**
             * @description A range, as the site writes it.
             * @example $10 - 24.9 Mil
             */
            annual_sales: string | null;
            /**
             * @description As the site gives it, of any shape.
             * @example CATALOG
             */
            catalog_type: unknown;
            /** @example 1968 */
            year_founded: string | null;
            /** @example false */
            is_advertiser: boolean | null;
            /** @example +1 216-555-0142 */
            primary_phone: string | null;
            /**
             * @description Whether the supplier answers requests quickly.
             * @example true
             */
            is_top_responder: boolean | null;
            /**
             * @description A range, as the site writes it.
             * @example 50-99
             */
            number_employees: string | null;
            /** @description Letters of company types, as in `type`. */
            other_activities: string[] | null;
            /**
             * @description Whether a partner of the directory has checked it.
             * @example true
             */
            partner_verified: boolean | null;
            /** @example false */
            is_multi_location: boolean | null;
            /**
             * @description The entry that this one is a branch of.
             * @example Veltora Group
             */
            main_location_name: string | null;
            /** @example 10000000 */
            main_location_tgrams_id: string | null;
            /** @description Accounts on social networks. */
            social: {
                /** @example veltora */
                account_id: string | null;
                /** @example videos */
                type: string | null;
            }[] | null;
            /** @description Certificates and marks. */
            premiums: string[] | null;
            personnel: {
                /** @example Nora Pryce */
                name: string | null;
                /** @example Plant Manager */
                title: string | null;
            }[] | null;
            location_types: {
                /** @example 1 */
                id: number | null;
                /** @example Headquarters */
                name: string | null;
            }[];
            /**
             * @description Whether the entry belongs to another company.
             * @example false
             */
            is_affiliation_page: boolean | null;
            /** @example We turn balls into valves. */
            description_by_company: string | null;
        };
        SupplierdirSearch: {
            /** @description Filters that narrow the search, as `filters` in its address. */
            filters: components["schemas"]["SupplierdirFilter"][];
            results: components["schemas"]["SupplierdirSupplier"][];
            pagination: components["schemas"]["SupplierdirPagination"];
            /**
             * @description Null for a category that the page does not name.
             * @example ball valves
             */
            search_term: string | null;
            /** @description Companies whose name contains the search words. */
            company_name_matches: components["schemas"]["SupplierdirNameMatch"][];
        };
        SupplierdirLocation: {
            /**
             * Format: uri
             * @example https://www.supplierdir.example/company/veltora-machines-10000017/profile
             */
            url: string | null;
            /** @example 10000017 */
            tgrams_id: string | null;
            address: components["schemas"]["SupplierdirAddress"];
        };
        SupplierdirDocument: {
            /** @example d10000017-1 */
            id: string | null;
            /** @example Valve catalogue */
            title: string | null;
            /** @example All sizes and materials. */
            description: string | null;
            /**
             * Format: uri
             * @example https://img.supplierdir.example/documents/d10000017-1.jpg
             */
            image: string | null;
            /**
             * Format: uri
             * @example https://docs.supplierdir.example/d10000017-1.pdf
             */
            url: string | null;
            /** @example PRODUCT */
            section: string | null;
            /** @example DOCUMENT */
            type: string | null;
        };
        SupplierdirCompany: {
            /**
             * Format: uri
             * @description The profile; null only where the page gives neither a link nor an id to build it from.
             * @example https://www.supplierdir.example/company/veltora-machines-10000017/profile
             */
            url: string | null;
            /** @example Veltora Machines */
            name: string;
            /**
             * @description How the directory ranks the entry, in its own words.
             * @example VERIFIED
             */
            tier: string | null;
            /**
             * @description The letter of a company type: C Q D F M R E S I.
             * @example M
             */
            type: string | null;
            address: components["schemas"]["SupplierdirAddress"];
            /** @description The category under which the supplier was found. */
            heading: {
                /** @example Ball Valves */
                name: string | null;
                /** @example Valves that turn a ball. */
                description: string | null;
            } | null;
            /**
             * Format: uri
             * @example https://www.veltora-machines.example
             */
            website: string | null;
            /** @description The categories of the supplier; null where the page does not say. */
            headings: {
                /** @example 90210303 */
                heading_id: string | null;
                /** @example Ball Valves */
                natural_name: string | null;
            }[] | null;
            /**
             * Format: uri
             * @example https://img.supplierdir.example/logos/veltora-machines.png
             */
            logo_url: string | null;
            /**
             * @description The directory's number of the supplier.
             * @example 10000017
             */
            tgrams_id: string | null;
            /**
             * @description Whether the supplier manages the entry itself.
             * @example true
             */
            is_claimed: boolean | null;
            /** @example Veltora Machines logo */
            logo_title: string | null;
            /** @example Maker of ball valves since 1968. */
            description: string | null;
            /**
             * @description A range, as the site writes it.
             * @example $10 - 24.9 Mil
             */
            annual_sales: string | null;
            /**
             * @description As the site gives it, of any shape.
             * @example CATALOG
             */
            catalog_type: unknown;
            /** @example 1968 */
            year_founded: string | null;
            /** @example false */
            is_advertiser: boolean | null;
            /** @example +1 216-555-0142 */
            primary_phone: string | null;
            /**
             * @description Whether the supplier answers requests quickly.
             * @example true
             */
            is_top_responder: boolean | null;
            /**
             * @description A range, as the site writes it.
             * @example 50-99
             */
            number_employees: string | null;
            /** @description Letters of company types, as in `type`. */
            other_activities: string[] | null;
            /**
             * @description Whether a partner of the directory has checked it.
             * @example true
             */
            partner_verified: boolean | null;
            /** @example false */
            is_multi_location: boolean | null;
            /**
             * @description The entry that this one is a branch of.
             * @example Veltora Group
             */
            main_location_name: string | null;
            /** @example 10000000 */
            main_location_tgrams_id: string | null;
            /**
             * @description A decimal number; higher comes first.
             * @example 87.4310
             */
            rank: string | null;
            /** @description Brands that the supplier has in this category. */
            heading_brands: {
                /** @example Velturn */
                name: string;
            }[] | null;
            /**
             * @description May contain emphasis markup.
             * @example Maker of <em>ball valves</em>.
             */
            pdm_text: string | null;
            capabilities: {
                /** @example Production Volume */
                type: string | null;
                names: string[];
            }[] | null;
            videos: components["schemas"]["SupplierdirVideo"][] | null;
            /**
             * @description As the site gives it, of any shape.
             * @example 12.4
             */
            distance: unknown;
            /**
             * @description As the site gives it, of any shape.
             * @example null
             */
            products: unknown;
            /** @description Certificates and marks. */
            premiums: string[] | null;
            personnel: {
                /** @example Nora Pryce */
                name: string | null;
                /** @example Plant Manager */
                title: string | null;
            }[] | null;
            location_types: {
                /** @example 1 */
                id: number | null;
                /** @example Headquarters */
                name: string | null;
            }[];
            /**
             * @description Whether the entry belongs to another company.
             * @example false
             */
            is_affiliation_page: boolean | null;
            /** @example We turn balls into valves. */
            description_by_company: string | null;
            /** @description What the supplier offers; null where the page does not say. */
            products_and_services: {
                /**
                 * @description The directory's number of the category.
                 * @example 20909153
                 */
                id: string | null;
                /** @example Ball Valves */
                name: string;
            }[] | null;
            brands: {
                /** @example Velturn */
                name: string;
            }[] | null;
            certifications: {
                /** @example ISO 9001:2015 */
                name: string;
                /**
                 * @description How many certificates of this kind the supplier has.
                 * @example 1
                 */
                count: number | null;
            }[] | null;
            ownership: {
                /**
                 * @description Who owns it, or its legal form.
                 * @example Privately Held
                 */
                type: string | null;
                /** @description The groups that the supplier belongs to. */
                member_of: {
                    /** @example Veltora Group */
                    name: string;
                    /**
                     * Format: uri
                     * @example https://www.supplierdir.example/company/veltora-group-10000000/profile
                     */
                    url: string | null;
                    /** @example 10000000 */
                    tgrams_id: string | null;
                }[] | null;
            };
            /** @description The main one first. */
            locations: components["schemas"]["SupplierdirLocation"][] | null;
            contact: {
                /** @example +1 216-555-0142 */
                phone: string | null;
                /** @example +1 216-555-0143 */
                fax: string | null;
                /** @example sales@veltora-machines.example */
                email: string | null;
                /**
                 * Format: uri
                 * @example https://www.veltora-machines.example
                 */
                website: string | null;
            };
            /** @description Accounts on social networks. */
            social: {
                /** @example veltora */
                account_id: string | null;
                /**
                 * @description The network, in the words of the site.
                 * @example videos
                 */
                type: string | null;
                /**
                 * Format: uri
                 * @example https://www.videos.example/@veltora
                 */
                url: string | null;
            }[] | null;
            /** @description Documents and pictures of the profile. */
            additional_information: components["schemas"]["SupplierdirDocument"][] | null;
        };
        TicketingVenue: {
            /** @example 296212382 */
            id: string | null;
            /** @example Le Grand Hangar */
            name: string | null;
            /**
             * @description The street part of the address.
             * @example 12 quai des Brumes
             */
            address: string | null;
            /** @example Nantes */
            city: string | null;
            /** @example Pays de la Loire */
            region: string | null;
            /**
             * @description As the site writes it, mostly an ISO 3166 code.
             * @example FR
             */
            country: string | null;
            /** @example 44000 */
            postal_code: string | null;
            /**
             * @description In degrees, north is positive.
             * @example 47.2184
             */
            latitude: number | null;
            /**
             * @description In degrees, east is positive.
             * @example -1.5536
             */
            longitude: number | null;
        };
        TicketingOrganizer: {
            /** @example 9282914702 */
            id: string | null;
            /**
             * Format: uri
             * @example https://fr.ticketing.example/o/quai-sonore-9282914702
             */
            url: string | null;
            /** @example Quai Sonore */
            name: string | null;
            /**
             * @description Whether the shop vouches for the organizer.
             * @example true
             */
            verified: boolean | null;
            /** @example 116 */
            num_events: number | null;
            /**
             * @description Over all events of the organizer.
             * @example 14279
             */
            total_attendees: number | null;
        };
        TicketingHighlights: {
            /**
             * @description In the words of the site.
             * @example in_person
             */
            location_type: string | null;
            /** @example 360 */
            duration_minutes: number | null;
        };
        TicketingEvent: {
            /**
             * Format: uri
             * @example https://fr.ticketing.example/e/nuit-du-jazz-1000000000017
             */
            url: string | null;
            /** @example Nuit du jazz */
            name: string;
            /**
             * @description Suffix of the shop on which the event is; it may differ from the requested one.
             * @example fr
             */
            domain: string | null;
            /**
             * @description What kind of event it is, in the words of the site.
             * @example Concert
             */
            format: string | null;
            /**
             * @description Language and country of the texts.
             * @example fr_FR
             */
            locale: string | null;
            /**
             * @description In the words of the site, such as live or canceled.
             * @example live
             */
            status: string | null;
            /** @example Une nuit entière de jazz sur les quais. */
            summary: string | null;
            /** @example Music */
            category: string | null;
            /** @example Jazz */
            subcategory: string | null;
            /**
             * @description ISO 4217 code, in capitals.
             * @example EUR
             */
            currency: string | null;
            /**
             * @description A name of the IANA time zone database.
             * @example Europe/Paris
             */
            timezone: string | null;
            /** @example 1000000000017 */
            event_id: string;
            /**
             * Format: uri
             * @example https://img.ticketing.example/1000000000017/1.jpg
             */
            image_url: string | null;
            /**
             * @description In the words of the site.
             * @example on_sale
             */
            sales_status: string | null;
            /**
             * @description An HTML text.
             * @example <p>Portes à 20 h.</p>
             */
            description: string | null;
            /** @description Null if the page names none, as most pages do. */
            tags: string[] | null;
            images: string[];
            /** @example false */
            is_free: boolean | null;
            /**
             * @description Whether searches show the event.
             * @example true
             */
            is_listed: boolean | null;
            /** @example false */
            is_online: boolean | null;
            /**
             * @description Whether the event takes place more than once.
             * @example false
             */
            is_series: boolean | null;
            /**
             * @description Local time at the venue, without offset.
             * @example 2027-03-12T20:00:00
             */
            start_date: string | null;
            /**
             * @description Local time at the venue, without offset.
             * @example 2027-03-13T02:00:00
             */
            end_date: string | null;
            /**
             * Format: date-time
             * @description The same moment in UTC.
             * @example 2027-03-12T19:00:00Z
             */
            start_date_utc: string | null;
            /**
             * Format: date-time
             * @description The same moment in UTC.
             * @example 2027-03-13T01:00:00Z
             */
            end_date_utc: string | null;
            /** @example 21600 */
            duration_seconds: number | null;
            venue: components["schemas"]["TicketingVenue"] | null;
            organizer: components["schemas"]["TicketingOrganizer"];
            highlights: components["schemas"]["TicketingHighlights"];
        };
        TicketingResult: {
            /**
             * Format: uri
             * @example https://fr.ticketing.example/e/nuit-du-jazz-1000000000017
             */
            url: string | null;
            /** @example Nuit du jazz */
            name: string;
            /** @example Une nuit entière de jazz sur les quais. */
            summary: string | null;
            /**
             * @description Accepted as `query` of the event lookup.
             * @example 1000000000017
             */
            event_id: string;
            /**
             * @description Language and country of the texts.
             * @example fr-fr
             */
            language: string | null;
            /**
             * @description A name of the IANA time zone database.
             * @example Europe/Paris
             */
            timezone: string | null;
            /**
             * Format: uri
             * @example https://img.ticketing.example/1000000000017/1.jpg
             */
            image_url: string | null;
            /**
             * Format: uri
             * @example https://fr.ticketing.example/checkout?eid=1000000000017
             */
            tickets_url: string | null;
            /**
             * @description As `organizer.id` of the event lookup.
             * @example 9282914702
             */
            organizer_id: string | null;
            tags: string[];
            venue: components["schemas"]["TicketingVenue"] | null;
            /**
             * Format: date
             * @description The day at the venue.
             * @example 2027-03-12
             */
            start_date: string | null;
            /**
             * @description Local time at the venue, `HH:MM`.
             * @example 20:00
             */
            start_time: string | null;
            /**
             * Format: date
             * @description The day at the venue.
             * @example 2027-03-13
             */
            end_date: string | null;
            /**
             * @description Local time at the venue, `HH:MM`.
             * @example 02:00
             */
            end_time: string | null;
            /** @example false */
            is_online: boolean | null;
        };
        TicketingPagination: {
            /**
             * Format: uri
             * @description The site's address of the next page, or null at the end; accepted as `query`.
             * @example https://fr.ticketing.example/d/france/jazz/?page=2
             */
            next: string | null;
            /**
             * @description Counts from 1.
             * @example 1
             */
            page: number;
            /** @example 20 */
            per_page: number;
            /** @example 4 */
            total_pages: number;
            /** @example 73 */
            total_results: number;
        };
        TicketingSearch: {
            results: components["schemas"]["TicketingResult"][];
            pagination: components["schemas"]["TicketingPagination"];
        };
        WebsearchResult: {
            /**
             * @description Counts the organic results of this answer from 1.
             * @example 1
             */
            position: number;
            /** @example Pluello | Biotechnology Research */
            title: string;
            /**
             * Format: uri
             * @example https://www.pluello.example/
             */
            link: string;
            /**
             * @description The host of the link, without `www.`.
             * @example pluello.example
             */
            domain: string;
            /**
             * @description The address as the engine shows it; null where it shows none.
             * @example https://www.pluello.example › about
             */
            displayed_link: string | null;
            /**
             * @description The text below the title; null where there is none.
             * @example Gene sequencing and lab automation for hospitals.
             */
            snippet: string | null;
            /** @description The parts of the snippet that the engine emphasised. */
            snippet_matched: string[];
        };
        WebsearchParameters: {
            /**
             * @description The query, with white space collapsed.
             * @example gene sequencing
             */
            q: string;
            /**
             * @description How many results were skipped.
             * @example 0
             */
            page: number;
            /**
             * @description The name of the source.
             * @example websearch
             */
            engine: string;
        };
        WebsearchSearch: {
            organic_results: components["schemas"]["WebsearchResult"][];
            search_parameters: components["schemas"]["WebsearchParameters"];
        };
        Usage: {
            /** @example 987 */
            remaining: number;
            /** @example 13 */
            total_used: number;
            /**
             * @description The end of the period.
             * @example 2027-01-01
             */
            renewal_date: string;
            /** @description Of the subscription; without one, the calendar month (UTC). */
            period: {
                /** @example 2026-12-02 */
                start: string;
                /** @example 2027-01-01 */
                end: string;
            };
            subscription: {
                /** @example 13 */
                used: number;
                /** @example 1000 */
                total: number;
                /** @example 987 */
                remaining: number;
                /** @example 1.3 */
                percent_used: number;
            };
            credits: {
                /** @example 0 */
                given: number;
                /** @example 0 */
                consumed: number;
                /** @example 0 */
                remaining: number;
                /** @example 0 */
                percent_used: number;
            };
            rate_limit: {
                /** @example 600 */
                per_minute: number | null;
                /** @example 10 */
                per_second: number | null;
            };
            account: {
                /** @example Demo */
                name: string;
                /** @example demo */
                slug: string;
            };
            api_key: {
                /** @example demo */
                alias: string;
                /** @example true */
                active: boolean;
                /** @example development */
                category: string | null;
                /**
                 * Format: date-time
                 * @example 2027-12-31T00:00:00Z
                 */
                expires: string | null;
                quotas: {
                    /** @example 100000 */
                    total: number | null;
                    /** @example 1000 */
                    daily: number | null;
                    /** @example 5000 */
                    weekly: number | null;
                    /** @example 20000 */
                    monthly: number | null;
                };
            };
        };
        Statistics: {
            period: {
                /** @example 2026-01-01 */
                from: string;
                /** @example 2026-01-31 */
                to: string;
            };
            totals: {
                /** @example 120 */
                calls: number;
                /** @example 150 */
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
                /** @example 42 */
                p50_ms: number | null;
                /** @example 180 */
                p95_ms: number | null;
                /**
                 * @description Share of filled fields among all fields of the records found.
                 * @example 0.72
                 */
                fields_share: number | null;
            };
            series: {
                /** @example 2026-01-01 */
                day?: string;
                /** @example 2026-01-01T10:00:00Z */
                hour?: string;
                /**
                 * @description Null if no provider was called.
                 * @example site
                 */
                provider?: string | null;
                /**
                 * @description Null if no page was read.
                 * @example json
                 */
                form?: string | null;
                /** @example /v2/usage */
                endpoint?: string;
                /** @example main */
                key?: string;
                /** @example 200 */
                status?: number;
                /** @example 120 */
                calls: number;
                /** @example 150 */
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
                /** @example 42 */
                p50_ms: number | null;
                /** @example 180 */
                p95_ms: number | null;
                /**
                 * @description Share of filled fields among all fields of the records found.
                 * @example 0.72
                 */
                fields_share: number | null;
            }[];
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
        CallPage: {
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
        Receipt: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            request_id: string;
            /**
             * @description Credits that an answer costs.
             * @example 1
             */
            price: number | null;
            /** @example site */
            provider: string | null;
            timings: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                received: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string | null;
                /** @example 42 */
                ms: number | null;
            };
            hold: {
                /** @example 1 */
                credits: number;
                /** @example 0 */
                subscription: number;
                /** @example 1 */
                bonus: number;
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                created_at: string;
            } | null;
            settlement: {
                /** @example 1 */
                credits: number;
                /** @example 0 */
                subscription: number;
                /** @example 1 */
                bonus: number;
            };
            ledger: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T12:00:00.000Z
                 */
                at: string;
                /**
                 * @example subscription
                 * @enum {string}
                 */
                fund: "subscription" | "bonus";
                /**
                 * @example grant
                 * @enum {string}
                 */
                entry: "grant" | "charge" | "expire" | "correct";
                /** @example 1 */
                credits: number;
            }[];
            calls: components["schemas"]["LoggedCall"][];
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
        KeyList: {
            keys: components["schemas"]["Key"][];
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
        };
        Rotation: {
            /**
             * @description Seconds that the old secret keeps working.
             * @example 3600
             */
            grace_seconds?: number;
        };
        ListedJob: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string;
            /**
             * @example queued
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /** @example /v2/usage */
            endpoint: string;
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
            /** @example 200 */
            status_code: number | null;
            /**
             * @description Credits charged; 0 until the job ends.
             * @example 1
             */
            credits: number;
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
            /**
             * @description Why the job failed.
             * @example Not Found
             */
            error: string | null;
        };
        JobPage: {
            jobs: components["schemas"]["ListedJob"][];
            /** @example  */
            next_cursor: string | null;
        };
        Job: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string;
            /**
             * @example queued
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /** @example /v2/usage */
            endpoint: string;
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
            /** @example 200 */
            status_code: number | null;
            /**
             * @description Credits charged; 0 until the job ends.
             * @example 1
             */
            credits: number;
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
            /** @description The record, as the direct call returns it; null until the job ends. */
            result: unknown;
            /**
             * @description Why the job failed.
             * @example Not Found
             */
            error: string | null;
        };
        NewBatch: {
            /**
             * @description Path of a lookup
             * @example /v2/usage
             */
            endpoint: string;
            inputs: {
                [key: string]: unknown;
            }[];
            /**
             * Format: uri
             * @description https address that receives a message when the batch ends
             * @example https://receiver.example/hook
             */
            webhook?: string;
        } & {
            [key: string]: unknown;
        };
        AcceptedBatch: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            batch_id: string;
            /**
             * @example running
             * @enum {string}
             */
            status: "running";
            /** @example 2 */
            total: number;
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
            /**
             * @description Bad lines of the file, skipped by `on_error=skip`.
             * @example 2
             */
            skipped?: number;
            /** @description The first 100 of them. */
            skipped_lines?: {
                /** @example 7 */
                line: number;
                /** @example query is required */
                error: string;
            }[];
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
        BatchPage: {
            batches: components["schemas"]["ListedBatch"][];
            /** @example  */
            next_cursor: string | null;
        };
        Batch: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            batch_id: string;
            /**
             * @example running
             * @enum {string}
             */
            status: "running" | "completed" | "cancelled";
            /** @example /v2/usage */
            endpoint: string;
            /** @example 100 */
            total: number;
            /** @example 10 */
            queued: number;
            /** @example 5 */
            running: number;
            /** @example 80 */
            completed: number;
            /** @example 5 */
            failed: number;
            /**
             * @description Completed items whose record does not exist.
             * @example 3
             */
            not_found: number;
            /**
             * @description Charged so far.
             * @example 80
             */
            credits: number;
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
            /**
             * @description Bad lines of the file, skipped by `on_error=skip`.
             * @example 2
             */
            skipped?: number;
            /** @description The first 100 of them. */
            skipped_lines?: {
                /** @example 7 */
                line: number;
                /** @example query is required */
                error: string;
            }[];
        };
        BatchItem: {
            /**
             * @description Index of the input, from 0.
             * @example 0
             */
            item: number;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string;
            /**
             * @example queued
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /** @example 200 */
            status_code: number | null;
            /** @example 1 */
            credits: number;
            /** @example Not Found */
            error: string | null;
            /**
             * @description Reason code of the failure.
             * @example not_found
             */
            reason: string | null;
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
            /** @description Null for a cancelled item. */
            input: {
                [key: string]: unknown;
            } | null;
            /** @description The record, or null. */
            result: unknown;
        };
        BatchResults: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            batch_id: string;
            /** @example 100 */
            total: number;
            /** @example 0 */
            from: number;
            /**
             * @description `from` of the next page; null on the last page.
             * @example 100
             */
            next_from: number | null;
            items: components["schemas"]["BatchItem"][];
        };
        NewWatch: {
            /**
             * @description Path of a lookup.
             * @example /v2/usage
             */
            endpoint: string;
            /** @description Parameters of the lookup, including options such as `provider` and `require`. */
            params: {
                [key: string]: unknown;
            };
            /**
             * @description Interval in seconds, 300 to 2,592,000, or a cron expression with five fields in UTC whose runs are at least 300 seconds apart.
             * @example 3600
             */
            every: number | string;
            /** @description Fields to compare, named as in `require`; by default the whole record, or what `params.fields` leaves of it. */
            fields?: string[];
            /**
             * Format: uri
             * @description https address that receives changes and pauses.
             * @example https://receiver.example/hook
             */
            webhook?: string;
            /**
             * @description Last time at which it runs.
             * @example 2099-12-31
             */
            until?: string;
        };
        Watch: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            watch_id: string;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "paused" | "ended";
            /** @example /v2/usage */
            endpoint: string;
            params: {
                [key: string]: unknown;
            };
            /** @example 3600 */
            every: number | string;
            fields: string[] | null;
            /**
             * Format: uri
             * @example https://receiver.example/hook
             */
            webhook: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            until: string | null;
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
            last_run_at: string | null;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            last_job_id: string | null;
            /**
             * @description Jobs started for it.
             * @example 12
             */
            runs: number;
            /**
             * @description Runs that did not happen; the history lists them.
             * @example 0
             */
            missed: number;
            /** @example 1 */
            changes: number;
            /**
             * @description Consecutive runs without a record; the tenth pauses the watch.
             * @example 0
             */
            without_record: number;
            /**
             * @description `paused` if a caller paused it.
             * @example credits_exhausted
             */
            paused_reason: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            paused_at: string | null;
            /**
             * Format: uri-reference
             * @example /v2/watches/0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            url: string;
            /**
             * Format: uri-reference
             * @example /v2/watches/0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11/history
             */
            history_url: string;
        };
        WatchPage: {
            watches: components["schemas"]["Watch"][];
            /** @example  */
            next_cursor: string | null;
        };
        WatchEvent: {
            /**
             * @description Counted from 1 for each watch.
             * @example 1
             */
            number: number;
            /**
             * @description `not_compared`: the run found a record but comparing it failed; the next run compares again.
             * @example changed
             * @enum {string}
             */
            type: "changed" | "not_compared" | "missed" | "paused";
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string | null;
            /**
             * @description The provider of the new record.
             * @example sandbox
             */
            provider: string | null;
            /**
             * @description Why the watch was paused, a run was missed or not compared, or a change has no patch: `not_kept`, `too_large`.
             * @example credits_exhausted
             */
            reason: string | null;
            /**
             * @description Number of missed runs.
             * @example 3
             */
            missed: number | null;
            /** @description JSON Patch (RFC 6902) from `before` to `after`. List items are matched by `id`, `uuid`, `url` or `link`. */
            patch: ({
                /**
                 * @example add
                 * @enum {string}
                 */
                op: "add" | "remove" | "replace" | "move" | "copy" | "test";
                /** @example /name */
                path: string;
            } & {
                [key: string]: unknown;
            })[] | null;
            /** @description The previous record or named fields; null if it was not stored. */
            before: unknown;
            /** @description The new record or named fields; null if it was not stored. */
            after: unknown;
        };
        WatchHistory: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            watch_id: string;
            /** @example 1 */
            from: number;
            /**
             * @description `from` of the next page; null on the last page.
             * @example 101
             */
            next_from: number | null;
            events: components["schemas"]["WatchEvent"][];
        };
        WatchChange: {
            /**
             * @description `active` runs the watch, `paused` stops it.
             * @example active
             * @enum {string}
             */
            status: "active" | "paused";
        };
        Delivery: {
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
        DeliveryPage: {
            deliveries: components["schemas"]["Delivery"][];
            /** @example  */
            next_cursor: string | null;
        };
        WebhookState: {
            /** @example true */
            has_secret: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            secret_since: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            previous_until: string | null;
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
        WebhookTest: {
            /**
             * Format: uri
             * @description https address to post to
             * @example https://receiver.example/hook
             */
            url: string;
        };
        TestedDelivery: {
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            delivery_id: string;
            /**
             * @description Whether it answered with 2xx.
             * @example true
             */
            delivered: boolean;
            /** @example 200 */
            status: number | null;
            /** @example unreachable */
            error: string | null;
            /** @example 40 */
            ms: number | null;
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
        JobMessage: {
            /**
             * @example job.completed
             * @enum {string}
             */
            type: "job.completed" | "job.failed";
            /**
             * Format: uuid
             * @description The same for each repetition of a message, and equal to the header `webhook-id`.
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            delivery_id: string;
            /**
             * @description Whether the result was left out because it is too large; the job has it.
             * @example false
             */
            result_omitted: boolean;
            job: components["schemas"]["Job"];
        };
        BatchMessageItem: {
            /**
             * @description Index of the input, from 0.
             * @example 0
             */
            item: number;
            /**
             * Format: uuid
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            job_id: string;
            /**
             * @example queued
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /** @example 200 */
            status_code: number | null;
            /** @example 1 */
            credits: number;
            /** @example Not Found */
            error: string | null;
            /**
             * @description Reason code of the failure.
             * @example not_found
             */
            reason: string | null;
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
        };
        BatchMessage: {
            /**
             * @example batch.completed
             * @enum {string}
             */
            type: "batch.completed" | "batch.cancelled";
            /**
             * Format: uuid
             * @description The same for each repetition of a message, and equal to the header `webhook-id`.
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            delivery_id: string;
            batch: components["schemas"]["Batch"];
            /** @description Every item, without its input and record. */
            items: components["schemas"]["BatchMessageItem"][];
        };
        WatchMessage: {
            /**
             * @example watch.changed
             * @enum {string}
             */
            type: "watch.changed" | "watch.not_compared" | "watch.paused";
            /**
             * Format: uuid
             * @description The same for each repetition of a message, and equal to the header `webhook-id`.
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            delivery_id: string;
            /**
             * @description Whether the values were left out because they are too large; the history has them.
             * @example false
             */
            values_omitted: boolean;
            watch: components["schemas"]["Watch"];
            event: components["schemas"]["WatchEvent"];
        };
        TestMessage: {
            /**
             * @example test
             * @enum {string}
             */
            type: "test";
            /**
             * Format: uuid
             * @description The same for each repetition of a message, and equal to the header `webhook-id`.
             * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
             */
            delivery_id: string;
            /** @example acme */
            account: string;
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
    classifieds_search_api: {
        parameters: {
            query?: {
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "category": {
                 *           "id": "9"
                 *         },
                 *         "enums": {
                 *           "ad_type": [
                 *             "offer"
                 *           ]
                 *         },
                 *         "keywords": {
                 *           "text": "appartement"
                 *         },
                 *         "location": {
                 *           "locations": [
                 *             {
                 *               "locationType": "department",
                 *               "label": "Loire-Atlantique (44)",
                 *               "department_id": "44"
                 *             }
                 *           ]
                 *         },
                 *         "ranges": {
                 *           "price": {
                 *             "min": 50000,
                 *             "max": 900000
                 *           }
                 *         }
                 *       },
                 *       "owner_type": "all",
                 *       "limit": 35,
                 *       "limit_alu": 3,
                 *       "sort_by": "time",
                 *       "sort_order": "desc",
                 *       "offset": 0,
                 *       "extend": true,
                 *       "listing_source": "direct-search"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A JSON object; its members, all optional: category, enums, keywords, location, ranges. `enums.<key>` (a list of values) and `ranges.<key>` (`min`, `max`) take any attribute key; an unknown member anywhere else is an error.
                     * @example {
                     *       "category": {
                     *         "id": "9"
                     *       },
                     *       "enums": {
                     *         "ad_type": [
                     *           "offer"
                     *         ]
                     *       },
                     *       "keywords": {
                     *         "text": "appartement"
                     *       },
                     *       "location": {
                     *         "locations": [
                     *           {
                     *             "locationType": "department",
                     *             "label": "Loire-Atlantique (44)",
                     *             "department_id": "44"
                     *           }
                     *         ]
                     *       },
                     *       "ranges": {
                     *         "price": {
                     *           "min": 50000,
                     *           "max": 900000
                     *         }
                     *       }
                     *     }
                     */
                    filters?: unknown;
                    /**
                     * @description Type of owner.
                     * @default all
                     * @example all
                     * @enum {string}
                     */
                    owner_type?: "all" | "private" | "pro";
                    /**
                     * @description Ads per page.
                     * @default 35
                     * @example 35
                     */
                    limit?: number;
                    /**
                     * @description How many promoted ads the site may put first when sorting by relevance. Ads that it lists separately are left out.
                     * @default 3
                     * @example 3
                     */
                    limit_alu?: number;
                    /**
                     * @description What to sort by.
                     * @default relevance
                     * @example relevance
                     * @enum {string}
                     */
                    sort_by?: "relevance" | "time" | "price";
                    /**
                     * @description Sort direction; relevance is always best first.
                     * @default desc
                     * @example desc
                     * @enum {string}
                     */
                    sort_order?: "desc" | "asc";
                    /**
                     * @description Ads to skip.
                     * @default 0
                     * @example 0
                     */
                    offset?: number;
                    /**
                     * @description Whether the site may widen a search with few matches to the surroundings of its place.
                     * @default true
                     * @example true
                     */
                    extend?: boolean;
                    /**
                     * @description Where the search comes from: letters, digits, hyphens. For values other than direct-search the site may leave out promoted ads and surroundings.
                     * @default direct-search
                     * @example direct-search
                     */
                    listing_source?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassifiedsSearchApi"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    classifieds_search: {
        parameters: {
            query: {
                /**
                 * @description The full address of a search page on the site, its page number included: /recherche?…&page=2, /c/<category>, /c/<category>/p-2. Percent-encode it: an unencoded & would end it.
                 * @example https://www.classifieds.example/recherche?category=9&text=appartement&price=50000-900000&page=2
                 */
                query: string;
                /**
                 * @description Whether to answer with the search page's HTML instead of a record.
                 * @example false
                 */
                return_page_source?: boolean;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassifiedsSearch"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "text/html": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    company: {
        parameters: {
            query: {
                /**
                 * @description For API Recherche d'entreprises: the name of a French company; the legal form may be left out. For Enhetsregisteret (Brønnøysund Register Centre): the name of a Norwegian company; the legal form may be left out. For Companies House: the name of a British company; the legal form may be left out. The company's domain (bare, with www. or as a web address), or its name; the legal form may be left out.
                 * @example fenmont.example
                 */
                query: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Company"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    company_suggest: {
        parameters: {
            query: {
                /**
                 * @description The beginning of a company's name or domain.
                 * @example fen
                 */
                query: string;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySuggest"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    company_social: {
        parameters: {
            query: {
                /**
                 * @description The company's domain: bare, with www. or as a web address.
                 * @example fenmont.example
                 */
                query: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySocial"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    company_email_pattern: {
        parameters: {
            query: {
                /**
                 * @description The company's domain: bare, with www. or as a web address.
                 * @example fenmont.example
                 */
                query: string;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyEmailPattern"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    newssearch_news: {
        parameters: {
            query: {
                /**
                 * @description What to search for. Operators: "a phrase", -without, a OR b, site:host, inurl:part, intitle:word.
                 * @example raises seed
                 */
                query: string;
                /**
                 * @description City or region from which the search is simulated. Not together with `uule`.
                 * @example Lyon
                 */
                location?: string;
                /** @description An encoded location, used as it is. Not together with `location`. Also called `encoded_location`. */
                uule?: string;
                /** @description The same as `uule`; only one of the two may be given. */
                encoded_location?: string;
                /**
                 * @description Two-letter country code of the edition: its press comes first. Also called `country`.
                 * @example us
                 */
                gl?: string;
                /** @description Two-letter country code of the edition: its press comes first. The same as `gl`; only one of the two may be given. */
                country?: string;
                /**
                 * @description Two-letter language code of the edition: articles in it come first. Also called `language`.
                 * @example en
                 */
                hl?: string;
                /** @description Two-letter language code of the edition: articles in it come first. The same as `hl`; only one of the two may be given. */
                language?: string;
                /**
                 * @description Page number, as a number or a text.
                 * @example 1
                 */
                page?: number | string;
                /**
                 * @description Results per page, as a number or a text. Also called `results_per_page`.
                 * @example 10
                 */
                num?: number | string;
                /** @description Results per page, as a number or a text. The same as `num`; only one of the two may be given. */
                results_per_page?: number | string;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewssearchNews"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    newssearch_news_post: {
        parameters: {
            query?: {
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
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
                 *       "query": "raises seed",
                 *       "location": "Lyon",
                 *       "gl": "us",
                 *       "hl": "en",
                 *       "page": 1,
                 *       "num": 10
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What to search for. Operators: "a phrase", -without, a OR b, site:host, inurl:part, intitle:word.
                     * @example raises seed
                     */
                    query: string;
                    /**
                     * @description City or region from which the search is simulated. Not together with `uule`.
                     * @example Lyon
                     */
                    location?: string;
                    /**
                     * @description An encoded location, used as it is. Not together with `location`. Also called `encoded_location`.
                     * @example w+CAIQICIETHlvbg
                     */
                    uule?: string;
                    /**
                     * @description The same as `uule`; only one of the two may be given.
                     * @example w+CAIQICIETHlvbg
                     */
                    encoded_location?: string;
                    /**
                     * @description Two-letter country code of the edition: its press comes first. Also called `country`.
                     * @default us
                     * @example us
                     */
                    gl?: string;
                    /**
                     * @description Two-letter country code of the edition: its press comes first. The same as `gl`; only one of the two may be given.
                     * @default us
                     * @example us
                     */
                    country?: string;
                    /**
                     * @description Two-letter language code of the edition: articles in it come first. Also called `language`.
                     * @default en
                     * @example en
                     */
                    hl?: string;
                    /**
                     * @description Two-letter language code of the edition: articles in it come first. The same as `hl`; only one of the two may be given.
                     * @default en
                     * @example en
                     */
                    language?: string;
                    /**
                     * @description Page number, as a number or a text.
                     * @default 1
                     * @example 1
                     */
                    page?: number | string;
                    /**
                     * @description Results per page, as a number or a text. Also called `results_per_page`.
                     * @default 10
                     * @example 10
                     */
                    num?: number | string;
                    /**
                     * @description Results per page, as a number or a text. The same as `num`; only one of the two may be given.
                     * @default 10
                     * @example 10
                     */
                    results_per_page?: number | string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewssearchNews"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    realestate_fr_property: {
        parameters: {
            query: {
                /**
                 * @description The address of an active listing. A removed one is not found.
                 * @example https://www.realestate-fr.example/annonces/locations/appartement/le-mans-72/200146830.htm
                 */
                query: string;
                /**
                 * @description Whether to answer with the listing page's HTML instead of a record.
                 * @example false
                 */
                return_page_source?: boolean;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RealestateFrProperty"];
                    "text/csv": string;
                    "text/html": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    retailer_a_product: {
        parameters: {
            query: {
                /**
                 * @description The EAN of the product: 13 digits, the last one being the check digit.
                 * @example 3210100000009
                 */
                query: string;
                /**
                 * @description The shop whose price and stock to read. Without it: the national online store. For Open Prices: the number of a location of Open Prices whose newest price to read. Without it: the newest price anywhere.
                 * @example 1004
                 */
                store_id?: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetailerAProduct"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    retailer_a_search: {
        parameters: {
            query: {
                /**
                 * @description Words to search for.
                 * @example batterie
                 */
                query: string;
                /**
                 * @description Counts from 1.
                 * @example 1
                 */
                page?: number;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetailerASearch"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    retailer_b_product: {
        parameters: {
            query: {
                /**
                 * @description The address of a product page on the retailer's French site; it ends in `pr-` and a reference, which may also be used alone. For Open Food Facts: `pr-` and an article number, or the address of a product on Open Food Facts: `https://fr.openfoodfacts.org/produit/<number>/…`.
                 * @example https://fr.retailer-b.example/biscuits-au-beurre/pr-C1000000
                 */
                query: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetailerBProduct"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    retailer_b_search: {
        parameters: {
            query: {
                /**
                 * @description Words to search for.
                 * @example biscuits
                 */
                query: string;
                /**
                 * @description Counts from 1.
                 * @example 1
                 */
                page?: number;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetailerBSearch"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    sneakermarket_search: {
        parameters: {
            query: {
                /**
                 * @description A product name, a brand, a SKU or a slug.
                 * @example canyon runner
                 */
                query: string;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SneakermarketSearch"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    socialnet_company_info: {
        parameters: {
            query?: {
                /**
                 * @description A company's username, the address of its page, or its numeric id. For Wikidata, with texts of Wikipedia: a company's username or numeric id on the professional network, the address of its page there, or that of its item: `https://www.wikidata.org/wiki/Q<number>`. Not with `domain`.
                 * @example fenmont
                 */
                query?: string;
                /** @description The company's website, as a domain or an address: finds the profile that names it. Not with `query`. */
                domain?: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SocialnetCompanyInfo"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    startupdb_funding_rounds: {
        parameters: {
            query?: {
                /**
                 * @description How many days ago a round may have been announced.
                 * @example 360
                 */
                days_since_announcement?: number;
                /**
                 * @description Only rounds of this type.
                 * @example seed
                 */
                investment_type?: "pre_seed" | "seed" | "series_a" | "series_b" | "series_c" | "series_d" | "series_e" | "series_f" | "series_g" | "series_h" | "series_i" | "series_j" | "series_unknown" | "angel" | "private_equity" | "debt_financing" | "convertible_note" | "grant" | "corporate_round" | "equity_crowdfunding" | "product_crowdfunding" | "secondary_market" | "post_ipo_equity" | "post_ipo_debt" | "post_ipo_secondary" | "non_equity_assistance" | "initial_coin_offering" | "undisclosed";
                /**
                 * @description UUID of an investor.
                 * @example 0f25beac-1ae8-4b17-a7cd-0dc85bb202ab
                 */
                investor_identifiers?: string;
                /**
                 * @description UUID of the funded organization.
                 * @example cc847afa-8fd9-4413-9ee6-5795021d56b0
                 */
                funded_organization_identifier?: string;
                /** @description Counts from 1; a page beyond the end is an empty list. */
                page?: number;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartupdbFundingRounds"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    startupdb_funding_round: {
        parameters: {
            query: {
                /**
                 * @description The permalink or the UUID of the round, as the list of rounds gives them, or the address of its page. For SEC EDGAR: the permalink or the UUID of the round, as the list of rounds gives them, or the address of a filing: `https://www.sec.gov/Archives/edgar/data/<cik>/<accession>/…`.
                 * @example monenza-energy-seed--5d5c2dd1
                 */
                query: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartupdbFundingRound"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    startupdb_event: {
        parameters: {
            query: {
                /**
                 * @description The permalink of the event, or the address of its page.
                 * @example health-data-days-antwerpen
                 */
                query: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartupdbEvent"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    supplierdir_search: {
        parameters: {
            query: {
                /**
                 * @description The full address of a search or category page on the directory: /suppliers/search?searchterm=…, /suppliers/<category>-<id>, /nsearch.html?what=…, each with &page_number=…. For API Recherche d'entreprises: the address of a search for a trade in French, or for a company by name: `https://annuaire-entreprises.data.gouv.fr/rechercher?terme=robinetterie&page=1`. For Enhetsregisteret (Brønnøysund Register Centre): the address of a search for a trade by its code, or for a company by name: `https://data.brreg.no/enhetsregisteret/api/enheter?naeringskode=28.14`, `https://data.brreg.no/enhetsregisteret/api/enheter?navn=…`, each with &page_number=…. For Companies House: the address of a search for a trade by its code, or for a company by words of its name: `https://api.company-information.service.gov.uk/advanced-search/companies?sic_codes=28140`, `https://api.company-information.service.gov.uk/advanced-search/companies?company_name_includes=…`, each with &page_number=…. Percent-encode it: an unencoded & would end it.
                 * @example https://www.supplierdir.example/suppliers/search?searchterm=ball+valves&page_number=1
                 */
                query: string;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierdirSearch"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    supplierdir_company: {
        parameters: {
            query: {
                /**
                 * @description The address of a profile on the directory (/company/<name>-<tgrams_id>/profile), or the `tgrams_id` alone. For API Recherche d'entreprises: a SIREN of nine digits, or the address of a company: `https://annuaire-entreprises.data.gouv.fr/entreprise/552081317`. For Enhetsregisteret (Brønnøysund Register Centre): a Norwegian organisation number of nine digits, or the address of a company: `https://virksomhet.brreg.no/nb/oppslag/enheter/923609016`. For Companies House: a British company number of eight characters (00445790, SC123456), or the address of a company: `https://find-and-update.company-information.service.gov.uk/company/00445790`.
                 * @example https://www.supplierdir.example/company/pluello-10000017/profile
                 */
                query: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierdirCompany"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    ticketing_event: {
        parameters: {
            query: {
                /**
                 * @description The address of an event page, or the numeric id of an event. For OpenAgenda: the number of an event on OpenAgenda, or the address of its page: `https://openagenda.com/<agenda>/events/<event>`. For Ticketmaster Discovery: the id of an event on Ticketmaster, such as `G5diZfkn0B-bh`.
                 * @example 1000000000017
                 */
                query: string;
                /**
                 * @description Country suffix for a numeric id: fr, com, co.uk, es, com.mx, de, it, be, nl, ca, ch, at, ie, pt, se, dk, fi, com.au, co.nz, com.br, com.ar, com.pe, cl, co, sg, hk. Ignored for an address.
                 * @example fr
                 */
                domain?: string;
                /** @description Format of the record. `csv` has one row and is also sent for `Accept: text/csv`. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketingEvent"];
                    "text/csv": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    ticketing_search: {
        parameters: {
            query?: {
                /**
                 * @description A keyword, or the full address of a city, category or search page. Without it: all coming events. For OpenAgenda: Required: a keyword, or the address of a search in OpenAgenda's data set, as `pagination.next` gives it. For Ticketmaster Discovery: Required: a keyword, or the address of a search on Ticketmaster: `https://www.ticketmaster.com/search?q=…`.
                 * @example jazz
                 */
                query?: string;
                /**
                 * @description Country suffix for keyword searches: fr, com, co.uk, es, com.mx, de, it, be, nl, ca, ch, at, ie, pt, se, dk, fi, com.au, co.nz, com.br, com.ar, com.pe, cl, co, sg, hk. Ignored for an address.
                 * @example fr
                 */
                domain?: string;
                /** @description Location slug `country--city`; keyword searches only. */
                location?: string;
                /**
                 * @description Page number; by default that of the address, or 1.
                 * @example 1
                 */
                page?: number;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketingSearch"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    websearch_search_get: {
        parameters: {
            query: {
                /**
                 * @description What to search for. Operators: "a phrase", -without, a OR b, site:host, inurl:part, intitle:word.
                 * @example gene sequencing
                 */
                query: string;
                /**
                 * @description Result offset: how many results to skip.
                 * @example 0
                 */
                page?: number;
                /** @description Two-letter code of the language that results should have. */
                hl?: string;
                /** @description Two-letter code of the country to search from. Its main language applies without `hl`. */
                gl?: string;
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
            header?: {
                /** @description A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key. */
                "Idempotency-Key"?: string;
                /** @description Seconds to store the answer, if a day is too long. */
                "Idempotency-TTL"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsearchSearch"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    websearch_search: {
        parameters: {
            query?: {
                /** @description Format of the record. `csv` has one row per item and is also sent for `Accept: text/csv`; `ndjson` has one item per line. Errors are JSON. Not with `is_async`. */
                format?: "json" | "csv" | "ndjson";
                /** @description Answer 202 with a job at once; read the result from the job. */
                is_async?: boolean;
                /** @description Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404. */
                soft_fail?: boolean;
                /** @description Accept a cached record up to this age in seconds. */
                max_age?: number;
                /** @description Use only this provider; by default the configured providers in order. */
                provider?: string;
                /** @description Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge. */
                require?: string;
                /** @description Comma-separated fields of which the record must have at least one; in a list, in one item. */
                require_any?: string;
                /** @description Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record. */
                fields?: string;
                /** @description With `is_async=true`: https address that receives a message when the job ends. */
                webhook?: string;
            };
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
                 *       "query": "gene sequencing",
                 *       "page": 0
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What to search for. Operators: "a phrase", -without, a OR b, site:host, inurl:part, intitle:word.
                     * @example gene sequencing
                     */
                    query: string;
                    /**
                     * @description Result offset: how many results to skip.
                     * @default 0
                     * @example 0
                     */
                    page?: number;
                    /**
                     * @description Two-letter code of the language that results should have.
                     * @example fr
                     */
                    hl?: string;
                    /**
                     * @description Two-letter code of the country to search from. Its main language applies without `hl`.
                     * @example fr
                     */
                    gl?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The record */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebsearchSearch"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description The job is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    "x-credits-remaining": components["headers"]["x-credits-remaining"];
                    "x-source-status": components["headers"]["x-source-status"];
                    "x-provider": components["headers"]["x-provider"];
                    "x-provider-licence": components["headers"]["x-provider-licence"];
                    "x-provider-source": components["headers"]["x-provider-source"];
                    "x-record-fields": components["headers"]["x-record-fields"];
                    "x-record-form": components["headers"]["x-record-form"];
                    "x-record-partial": components["headers"]["x-record-partial"];
                    "x-record-observed": components["headers"]["x-record-observed"];
                    "idempotent-replay": components["headers"]["idempotent-replay"];
                    "x-credits-original": components["headers"]["x-credits-original"];
                    age: components["headers"]["age"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedJob"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    statistics: {
        parameters: {
            query?: {
                /**
                 * @description First day (UTC); by default 29 days before `to`. Grouped by hour, also a time; by default 24 hours ago.
                 * @example 2026-01-01
                 */
                from?: string;
                /**
                 * @description Last day (UTC), inclusive; by default today. Grouped by hour, also a time.
                 * @example 2026-01-31
                 */
                to?: string;
                /**
                 * @description Grouping of the series: one or two of day, hour, endpoint, key, status, provider, form, separated by a comma; by default day.
                 * @example day
                 */
                group_by?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    own_calls: {
        parameters: {
            query?: {
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
                /** @description Output format; by default json. */
                format?: "json" | "csv";
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    /** @description In CSV: the `next_cursor`; absent on the last page */
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    call_histogram: {
        parameters: {
            query?: {
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallHistogram"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    receipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the request
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    own_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    create_own_key: {
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
                 *       "alias": "reports",
                 *       "scopes": [
                 *         "/v2/usage"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description The key with its secret */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
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
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    change_own_key: {
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    rotate_own_key: {
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
            /** @description The key with its new secret */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
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
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    jobs: {
        parameters: {
            query?: {
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    job: {
        parameters: {
            query?: {
                /**
                 * @description Seconds to wait for completion before answering.
                 * @example 30
                 */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the job
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    /** @description Reason code of a failed job; absent otherwise */
                    "x-error-reason"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    cancel_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the job
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    /** @description Reason code of a failed job; absent otherwise */
                    "x-error-reason"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    batches: {
        parameters: {
            query?: {
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    create_batch: {
        parameters: {
            query?: {
                /**
                 * @description Path of a lookup
                 * @example /v2/classifieds/search_api
                 */
                endpoint?: string;
                /** @description https address that receives a message when the batch ends */
                webhook?: string;
                /** @description How bad lines are handled: `fail` refuses the file, `skip` leaves them out and lists them */
                on_error?: "fail" | "skip";
            };
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
                 *       "endpoint": "/v2/classifieds/search_api",
                 *       "inputs": [
                 *         {
                 *           "filters": {
                 *             "category": {
                 *               "id": "9"
                 *             },
                 *             "enums": {
                 *               "ad_type": [
                 *                 "offer"
                 *               ]
                 *             },
                 *             "keywords": {
                 *               "text": "appartement"
                 *             },
                 *             "location": {
                 *               "locations": [
                 *                 {
                 *                   "locationType": "department",
                 *                   "label": "Loire-Atlantique (44)",
                 *                   "department_id": "44"
                 *                 }
                 *               ]
                 *             },
                 *             "ranges": {
                 *               "price": {
                 *                 "min": 50000,
                 *                 "max": 900000
                 *               }
                 *             }
                 *           },
                 *           "owner_type": "all",
                 *           "limit": 35,
                 *           "limit_alu": 3,
                 *           "sort_by": "time",
                 *           "sort_order": "desc",
                 *           "offset": 0,
                 *           "extend": true,
                 *           "listing_source": "direct-search"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewBatch"];
                /** @example {"filters":{"category":{"id":"9"},"enums":{"ad_type":["offer"]},"keywords":{"text":"appartement"},"location":{"locations":[{"locationType":"department","label":"Loire-Atlantique (44)","department_id":"44"}]},"ranges":{"price":{"min":50000,"max":900000}}},"owner_type":"all","limit":35,"limit_alu":3,"sort_by":"time","sort_order":"desc","offset":0,"extend":true,"listing_source":"direct-search"} */
                "application/x-ndjson": string;
                /**
                 * @example filters,owner_type,limit,limit_alu,sort_by,sort_order,offset,extend,listing_source
                 *     "{""category"":{""id"":""9""},""enums"":{""ad_type"":[""offer""]},""keywords"":{""text"":""appartement""},""location"":{""locations"":[{""locationType"":""department"",""label"":""Loire-Atlantique (44)"",""department_id"":""44""}]},""ranges"":{""price"":{""min"":50000,""max"":900000}}}",all,35,3,time,desc,0,true,direct-search
                 */
                "text/csv": string;
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A CSV or NDJSON file.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The batch is queued; its credits are held, not yet charged */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    /** @description `true` if this is the stored answer to an earlier request */
                    "idempotent-replay"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedBatch"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            402: components["responses"]["Error402"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    batch: {
        parameters: {
            query?: {
                /**
                 * @description Seconds to wait for completion before answering.
                 * @example 30
                 */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the batch
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    cancel_batch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the batch
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    batch_results: {
        parameters: {
            query?: {
                /**
                 * @description Output format.
                 * @example json
                 */
                format?: "json" | "ndjson" | "csv";
                /**
                 * @description First item, from 0.
                 * @example 0
                 */
                from?: number;
                /**
                 * @description Maximum number of items.
                 * @example 100
                 */
                limit?: number;
                /** @description All items as one file, without `from` and `limit`. */
                all?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the batch
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    /** @description `from` of the next page; absent on the last page */
                    "x-next-from"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResults"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    watches: {
        parameters: {
            query?: {
                /** @description Only watches in this state. */
                status?: "active" | "paused" | "ended";
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
            /** @description The watches */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    create_watch: {
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
                 *       "endpoint": "/v2/classifieds/search_api",
                 *       "params": {
                 *         "filters": {
                 *           "category": {
                 *             "id": "9"
                 *           },
                 *           "enums": {
                 *             "ad_type": [
                 *               "offer"
                 *             ]
                 *           },
                 *           "keywords": {
                 *             "text": "appartement"
                 *           },
                 *           "location": {
                 *             "locations": [
                 *               {
                 *                 "locationType": "department",
                 *                 "label": "Loire-Atlantique (44)",
                 *                 "department_id": "44"
                 *               }
                 *             ]
                 *           },
                 *           "ranges": {
                 *             "price": {
                 *               "min": 50000,
                 *               "max": 900000
                 *             }
                 *           }
                 *         },
                 *         "owner_type": "all",
                 *         "limit": 35,
                 *         "limit_alu": 3,
                 *         "sort_by": "time",
                 *         "sort_order": "desc",
                 *         "offset": 0,
                 *         "extend": true,
                 *         "listing_source": "direct-search"
                 *       },
                 *       "every": 3600
                 *     }
                 */
                "application/json": components["schemas"]["NewWatch"];
            };
        };
        responses: {
            /** @description The watch */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    /** @description `true` if this is the stored answer to an earlier request */
                    "idempotent-replay"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the watch
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    delete_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the watch
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    change_watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the watch
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "paused"
                 *     }
                 */
                "application/json": components["schemas"]["WatchChange"];
            };
        };
        responses: {
            /** @description The watch */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    watch_history: {
        parameters: {
            query?: {
                /**
                 * @description Output format.
                 * @example json
                 */
                format?: "json" | "csv";
                /**
                 * @description First event, from 1.
                 * @example 1
                 */
                from?: number;
                /**
                 * @description Maximum number of events.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the watch
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    /** @description `from` of the next page; absent on the last page */
                    "x-next-from"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchHistory"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    deliveries: {
        parameters: {
            query?: {
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    delivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the delivery
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the delivery
                 * @example 0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    events: {
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    webhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the secret */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookState"];
                };
            };
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    rotate_webhook_secret: {
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
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
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
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
        };
    };
    test_webhook: {
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
                 *       "url": "https://receiver.example/hook"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description The answer of the receiver */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-credits-used": components["headers"]["x-credits-used"];
                    ratelimit: components["headers"]["ratelimit"];
                    "ratelimit-policy": components["headers"]["ratelimit-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestedDelivery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
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
    docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "text/html": string;
                };
            };
        };
    };
    download: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The file.
                 * @example sdk.tgz
                 */
                name: "sdk.tgz" | "cli.tgz";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            404: components["responses"]["Error404"];
        };
    };
    job_message: {
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
                "application/json": components["schemas"]["JobMessage"];
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
    batch_message: {
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
                "application/json": components["schemas"]["BatchMessage"];
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
    watch_message: {
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
                "application/json": components["schemas"]["WatchMessage"];
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
    test_message: {
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
                "application/json": components["schemas"]["TestMessage"];
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
