ALTER TABLE "firmwares" ADD COLUMN "deleted_state" text;--> statement-breakpoint
ALTER TABLE "firmwares" ADD COLUMN "deleted_reach" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "state" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "reach" text DEFAULT 'released' NOT NULL;--> statement-breakpoint

-- By its living firmwares; of one without any, by the deleted ones, of which nothing is offered.
UPDATE "releases" SET "state" = "was"."state", "reach" = "was"."reach" FROM (
	SELECT DISTINCT ON ("id") "id", "reach", CASE
		WHEN "withdrawn_at" IS NOT NULL THEN 'withdrawn'
		WHEN "is_active" AND NOT "is_deleted" THEN "reach"
		WHEN "offered_at" IS NULL THEN 'draft'
		ELSE 'halted' END AS "state"
	FROM (
		SELECT "releases"."id", "withdrawn_at", "offered_at", "is_active", "is_deleted", "firmwares"."id" AS "firmware_id",
			CASE WHEN "is_beta_test" THEN 'beta' WHEN "is_staged" THEN 'staged' ELSE 'released' END AS "reach"
		FROM "releases" JOIN "firmwares" ON "release_id" = "releases"."id"
	) AS "of_firmware"
	ORDER BY "id", "is_deleted", "firmware_id"
) AS "was" WHERE "was"."id" = "releases"."id";--> statement-breakpoint

-- What was offered, or offered to all, only since a language was deleted, that language never was.
UPDATE "firmwares" SET "deleted_state" = CASE
		WHEN "was"."is_draft" THEN 'draft'
		WHEN "was"."withdrawn_at" IS NOT NULL THEN 'withdrawn'
		WHEN "was"."is_active" THEN "was"."reach"
		ELSE 'halted' END,
	"deleted_reach" = "was"."reach"
FROM (
	SELECT "firmwares"."id", "is_active", "withdrawn_at",
		"offered_at" IS NULL AND "withdrawn_at" IS NULL OR coalesce("offered_at" > "deletion"."date", false) AS "is_draft",
		CASE
			WHEN "is_beta_test" THEN 'beta'
			WHEN "is_staged" OR ("offered_at" <= "deletion"."date" AND "released_at" > "deletion"."date") THEN 'staged'
			ELSE 'released' END AS "reach"
	FROM "firmwares" JOIN "releases" ON "releases"."id" = "release_id"
	LEFT JOIN LATERAL (
		SELECT "date" FROM "audit_entries"
		WHERE "word" = 'firmware' AND "record_id" = "firmwares"."id" AND "action" = 'delete'
		ORDER BY "id" DESC LIMIT 1
	) AS "deletion" ON true
	WHERE "is_deleted"
) AS "was" WHERE "was"."id" = "firmwares"."id";--> statement-breakpoint

DROP TRIGGER "keep_release" ON "firmwares";--> statement-breakpoint
DROP FUNCTION "keep_release"();--> statement-breakpoint
ALTER TABLE "firmwares" DROP COLUMN "is_beta_test";--> statement-breakpoint
ALTER TABLE "firmwares" DROP COLUMN "is_active";--> statement-breakpoint
ALTER TABLE "releases" DROP COLUMN "is_staged";--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_reach_check" CHECK ("releases"."state" = "releases"."reach" or "releases"."state" in ('draft', 'halted', 'withdrawn'));
