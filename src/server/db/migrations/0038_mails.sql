CREATE TABLE "update_mails" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"switched_off_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "release_mails" (
	"release_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_mails_user_id_release_id_pk" PRIMARY KEY("user_id","release_id")
);
--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "user_product_id" bigint;--> statement-breakpoint
ALTER TABLE "update_leases" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "mails_owners" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "update_mails" ADD CONSTRAINT "update_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_mails" ADD CONSTRAINT "release_mails_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_mails" ADD CONSTRAINT "release_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "update_mails_token_key" ON "update_mails" USING btree ("token");--> statement-breakpoint
CREATE INDEX "release_mails_release_id_index" ON "release_mails" USING btree ("release_id");--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_user_product_id_user_products_id_fk" FOREIGN KEY ("user_product_id") REFERENCES "public"."user_products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_messages_user_product_id_index" ON "outgoing_messages" USING btree ("user_product_id");--> statement-breakpoint
-- What owners are offered by now is no news to them. A beta is mailed once it is released, but not to its testers of now, also where it is halted.
UPDATE "releases" SET "mails_owners" = false WHERE "offered_at" IS NOT NULL AND ("released_at" IS NOT NULL OR "is_staged");--> statement-breakpoint
INSERT INTO "release_mails" ("release_id", "user_id", "date")
SELECT DISTINCT "firmwares"."release_id", "beta_group_users"."user_id", now()
FROM "firmwares"
INNER JOIN "firmware_beta_groups" ON "firmware_beta_groups"."firmware_id" = "firmwares"."id"
INNER JOIN "beta_groups" ON "beta_groups"."id" = "firmware_beta_groups"."beta_group_id" AND NOT "beta_groups"."is_deleted"
INNER JOIN "beta_group_users" ON "beta_group_users"."beta_group_id" = "beta_groups"."id"
INNER JOIN "users" ON "users"."id" = "beta_group_users"."user_id" AND "users"."is_beta_tester"
INNER JOIN "releases" ON "releases"."id" = "firmwares"."release_id"
WHERE "releases"."offered_at" IS NOT NULL AND "firmwares"."is_beta_test" AND EXISTS (
	SELECT FROM "user_products"
	INNER JOIN "firmware_products" ON "firmware_products"."product_id" = "user_products"."product_id"
	WHERE "firmware_products"."firmware_id" = "firmwares"."id" AND "user_products"."user_id" = "users"."id" AND NOT "user_products"."is_deleted"
);
