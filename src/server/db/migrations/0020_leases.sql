CREATE TABLE "update_leases" (
	"product_update_id" bigint PRIMARY KEY NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"percent" smallint
);
--> statement-breakpoint
ALTER TABLE "product_updates" ADD COLUMN "sent_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_updates" ADD COLUMN "began_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_updates" ADD COLUMN "began_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "update_leases" ADD CONSTRAINT "update_leases_product_update_id_product_updates_id_fk" FOREIGN KEY ("product_update_id") REFERENCES "public"."product_updates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_updates_erased_open_index" ON "product_updates" USING btree ("user_product_id") WHERE "product_updates"."success" is null and "product_updates"."firmware_after" = 'none';--> statement-breakpoint
-- By hand, to the end: a detector has no firmware once a failed update has said so. Its rows must be locked. firmwareState.ts has the same rules.
CREATE OR REPLACE FUNCTION "note_missing_firmware"("detectors" bigint[]) RETURNS void LANGUAGE plpgsql AS $$
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
	WHERE detector.id = ANY(detectors) AND last_update.success IS FALSE AND last_update.firmware_after = 'none'
		AND last_update.id IS DISTINCT FROM detector.confirmed_update_id
		AND NOT EXISTS (
			SELECT FROM product_updates AS other
			WHERE other.user_product_id = detector.id AND other.id <> last_update.id AND other.firmware_after IS DISTINCT FROM 'unchanged'
				AND coalesce(other.began_by, other.date) > coalesce(last_update.began_from, last_update.date)
		);
END $$;--> statement-breakpoint
-- Only those can change: the rules have become stricter.
SELECT note_missing_firmware(ARRAY(SELECT "user_product_id" FROM "detectors_without_firmware"));
