CREATE TABLE "detectors_without_firmware" (
	"user_product_id" bigint PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "update_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "update_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"quarter" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"firmware_id" bigint NOT NULL,
	"successes" integer NOT NULL,
	"unreported" integer NOT NULL,
	"disconnections" integer NOT NULL,
	"reprogramming_errors" integer NOT NULL,
	"reboot_errors" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "update_counts" (
	"span" smallint NOT NULL,
	"quarter" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"firmware_id" bigint NOT NULL,
	"successes" integer NOT NULL,
	"unreported" integer NOT NULL,
	"disconnections" integer NOT NULL,
	"reprogramming_errors" integer NOT NULL,
	"reboot_errors" integer NOT NULL,
	CONSTRAINT "update_counts_span_quarter_product_id_firmware_id_pk" PRIMARY KEY("span","quarter","product_id","firmware_id")
);
--> statement-breakpoint
CREATE TABLE "update_totals" (
	"product_id" bigint NOT NULL,
	"quarter" integer NOT NULL,
	"successes" integer NOT NULL,
	"unreported" integer NOT NULL,
	"disconnections" integer NOT NULL,
	"reprogramming_errors" integer NOT NULL,
	"reboot_errors" integer NOT NULL,
	CONSTRAINT "update_totals_product_id_quarter_pk" PRIMARY KEY("product_id","quarter")
);
--> statement-breakpoint
ALTER TABLE "detectors_without_firmware" ADD CONSTRAINT "detectors_without_firmware_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "public"."user_products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_word_date_index" ON "audit_entries" USING btree ("word","date");--> statement-breakpoint
CREATE INDEX "users_list_subscription_index" ON "users" USING btree ("id","subscription_end") WHERE "users"."subscription_name" is not null and "users"."subscription_name" <> 'TRIAL' and not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_last_sync_index" ON "users" USING btree ("last_sync","id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "subscriptions_start_index" ON "subscriptions" USING btree ("start","end");--> statement-breakpoint
CREATE INDEX "subscriptions_end_index" ON "subscriptions" USING btree ("end","start");--> statement-breakpoint
-- By hand, to the end: update_counts and detectors_without_firmware follow every change of an update record, whatever makes it.
CREATE FUNCTION "quarter_of"("date" timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
	RETURN floor(extract(epoch FROM "date") / 900)::integer;--> statement-breakpoint
-- Appends the difference between two states of some records. "product" is that of their detectors where it is not given.
CREATE FUNCTION "append_update_counts"("former" "product_updates"[], "present" "product_updates"[], "product" bigint DEFAULT NULL)
	RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO update_count_changes (quarter, product_id, firmware_id, successes, unreported, disconnections, reprogramming_errors, reboot_errors)
	SELECT * FROM (
		SELECT quarter_of(record.date) AS quarter, coalesce(product, detector.product_id) AS product_id, record.firmware_id,
			coalesce(sum(sign) FILTER (WHERE success), 0) AS successes,
			coalesce(sum(sign) FILTER (WHERE success IS NULL), 0) AS unreported,
			coalesce(sum(sign) FILTER (WHERE error_type = 'DECONNECTION_ERROR'), 0) AS disconnections,
			coalesce(sum(sign) FILTER (WHERE error_type = 'REPROGRAMMATION_ERROR'), 0) AS reprogramming_errors,
			coalesce(sum(sign) FILTER (WHERE error_type = 'REBOOT_ERROR'), 0) AS reboot_errors
		FROM (SELECT -1 AS sign, * FROM unnest(former) UNION ALL SELECT 1, * FROM unnest(present)) AS record
		-- A detector that is gone took its records out of the counts before.
		JOIN user_products AS detector ON detector.id = record.user_product_id
		GROUP BY 1, 2, 3
	) AS difference
	WHERE (successes, unreported, disconnections, reprogramming_errors, reboot_errors) <> (0, 0, 0, 0, 0);
END $$;--> statement-breakpoint
-- Finds out anew which of these detectors have no firmware, by the rules of firmwareState.ts. Their rows must be locked.
CREATE FUNCTION "note_missing_firmware"("detectors" bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM detectors_without_firmware WHERE user_product_id = ANY(detectors);
	INSERT INTO detectors_without_firmware (user_product_id, since)
	SELECT detector.id, last_update.date
	FROM user_products AS detector
	CROSS JOIN LATERAL (
		SELECT * FROM product_updates
		WHERE user_product_id = detector.id AND firmware_after IS DISTINCT FROM 'unchanged'
		ORDER BY date DESC, id DESC LIMIT 1
	) AS last_update
	WHERE detector.id = ANY(detectors) AND last_update.success IS NOT TRUE AND last_update.firmware_after = 'none'
		AND last_update.id IS DISTINCT FROM detector.confirmed_update_id;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_product_updates"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	former product_updates[] := '{}';
	present product_updates[] := '{}';
	detectors bigint[];
BEGIN
	IF TG_OP <> 'INSERT' THEN former := ARRAY(SELECT ROW(old_rows.*)::product_updates FROM old_rows); END IF;
	IF TG_OP <> 'DELETE' THEN present := ARRAY(SELECT ROW(new_rows.*)::product_updates FROM new_rows); END IF;
	detectors := ARRAY(SELECT DISTINCT user_product_id FROM unnest(former || present));
	-- Concurrent changes of one detector, its product and its updates, run one after the other and see each other.
	PERFORM FROM user_products WHERE id = ANY(detectors) ORDER BY id FOR NO KEY UPDATE;
	PERFORM append_update_counts(former, present);
	PERFORM note_missing_firmware(detectors);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_updates_of_detector"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	records product_updates[] := ARRAY(SELECT ROW(record.*)::product_updates FROM product_updates AS record WHERE user_product_id = OLD.id);
BEGIN
	PERFORM append_update_counts(records, '{}', OLD.product_id);
	-- Its updates are deleted next, by cascade.
	IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
	PERFORM append_update_counts('{}', records, NEW.product_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_confirmed_firmware"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_missing_firmware(ARRAY[NEW.id]);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "product_updates_inserted" AFTER INSERT ON "product_updates"
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_product_updates"();--> statement-breakpoint
CREATE TRIGGER "product_updates_updated" AFTER UPDATE ON "product_updates"
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_product_updates"();--> statement-breakpoint
CREATE TRIGGER "product_updates_deleted" AFTER DELETE ON "product_updates"
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "count_product_updates"();--> statement-breakpoint
CREATE TRIGGER "user_products_deleted" BEFORE DELETE ON "user_products"
	FOR EACH ROW EXECUTE FUNCTION "count_updates_of_detector"();--> statement-breakpoint
CREATE TRIGGER "user_products_product_changed" AFTER UPDATE OF "product_id" ON "user_products"
	FOR EACH ROW WHEN (OLD."product_id" <> NEW."product_id") EXECUTE FUNCTION "count_updates_of_detector"();--> statement-breakpoint
CREATE TRIGGER "user_products_confirmed" AFTER UPDATE OF "confirmed_update_id" ON "user_products"
	FOR EACH ROW WHEN (OLD."confirmed_update_id" IS DISTINCT FROM NEW."confirmed_update_id") EXECUTE FUNCTION "note_confirmed_firmware"();--> statement-breakpoint
-- The records that are there already. From here on no other transaction changes any until this one ends: creating the triggers has locked them.
INSERT INTO "update_count_changes" ("quarter", "product_id", "firmware_id", "successes", "unreported", "disconnections", "reprogramming_errors", "reboot_errors")
SELECT quarter_of("date"), "product_id", "firmware_id", count(*) FILTER (WHERE "success"), count(*) FILTER (WHERE "success" IS NULL),
	count(*) FILTER (WHERE "error_type" = 'DECONNECTION_ERROR'), count(*) FILTER (WHERE "error_type" = 'REPROGRAMMATION_ERROR'),
	count(*) FILTER (WHERE "error_type" = 'REBOOT_ERROR')
FROM "product_updates" JOIN "user_products" ON "user_products"."id" = "user_product_id"
GROUP BY 1, 2, 3;--> statement-breakpoint
SELECT note_missing_firmware(ARRAY(SELECT DISTINCT "user_product_id" FROM "product_updates" WHERE "firmware_after" = 'none'));
