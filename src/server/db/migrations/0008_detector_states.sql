-- Who reports an update or changes a detector waits until all are noted. All locks first: a migration that has to wait for one begins anew.
LOCK TABLE "product_updates", "user_products" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "detectors_without_firmware";--> statement-breakpoint
CREATE TABLE "detector_states" (
	"user_product_id" bigint PRIMARY KEY NOT NULL,
	"product_id" bigint NOT NULL,
	"product_update_id" bigint NOT NULL,
	"firmware_id" bigint NOT NULL,
	"state" text NOT NULL
);--> statement-breakpoint

-- Finds out anew what is known of the firmware on these detectors. Their rows must be locked.
CREATE FUNCTION "note_detector_states"("detectors" bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM detector_states WHERE user_product_id = ANY(detectors);
	INSERT INTO detector_states (user_product_id, product_id, product_update_id, firmware_id, state)
	SELECT detector.id, detector.product_id, last_update.id, last_update.firmware_id, CASE
		-- Computers' clocks differ: another one may have begun later (productUpdate/beginning.ts).
		WHEN EXISTS (
			SELECT FROM product_updates AS other
			WHERE other.user_product_id = detector.id AND other.id <> last_update.id AND other.firmware_after IS DISTINCT FROM 'unchanged'
				AND coalesce(other.began_by, other.date) > coalesce(last_update.began_from, last_update.date)
		) THEN 'unknown'
		WHEN last_update.success THEN 'installed'
		-- Its owner says that it works.
		WHEN last_update.id IS NOT DISTINCT FROM detector.confirmed_update_id THEN 'unknown'
		-- Its last byte was reported, and no result.
		WHEN last_update.success IS NULL AND last_update.firmware_after IS DISTINCT FROM 'unknown' THEN 'updating'
		-- Never before a failed update has reported it.
		WHEN last_update.success IS FALSE AND last_update.firmware_after = 'none' THEN 'none'
		ELSE 'unknown' END
	FROM user_products AS detector
	CROSS JOIN LATERAL (
		SELECT * FROM product_updates
		WHERE user_product_id = detector.id AND firmware_after IS DISTINCT FROM 'unchanged'
		ORDER BY date DESC, id DESC LIMIT 1
	) AS last_update
	WHERE detector.id = ANY(detectors);
END $$;--> statement-breakpoint

SELECT "note_detector_states"(ARRAY(SELECT "id" FROM "user_products"));--> statement-breakpoint

CREATE OR REPLACE FUNCTION "count_product_updates"() RETURNS trigger LANGUAGE plpgsql AS $$
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
	PERFORM note_detector_states(detectors);
	RETURN NULL;
END $$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION "count_updates_of_detector"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	records product_updates[] := ARRAY(SELECT ROW(record.*)::product_updates FROM product_updates AS record WHERE user_product_id = OLD.id);
BEGIN
	PERFORM append_update_counts(records, '{}', OLD.product_id);
	-- Its updates are deleted next, by cascade.
	IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
	PERFORM append_update_counts('{}', records, NEW.product_id);
	PERFORM note_detector_states(ARRAY[NEW.id]);
	RETURN NULL;
END $$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION "note_confirmed_firmware"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_detector_states(ARRAY[NEW.id]);
	RETURN NULL;
END $$;--> statement-breakpoint

DROP FUNCTION "note_missing_firmware"(bigint[]);--> statement-breakpoint
DROP TABLE "detectors_without_firmware";--> statement-breakpoint
ALTER TABLE "detector_states" ADD CONSTRAINT "detector_states_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "user_products" ("id") ON DELETE cascade;--> statement-breakpoint
CREATE INDEX "detector_states_product_id_firmware_id_index" ON "detector_states" ("product_id", "firmware_id");--> statement-breakpoint
CREATE INDEX "detectors_that_wait" ON "detector_states" ("state") WHERE state in ('none', 'updating');
