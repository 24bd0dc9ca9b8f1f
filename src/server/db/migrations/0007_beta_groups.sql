DROP INDEX "beta_groups_name_key";--> statement-breakpoint
ALTER TABLE "beta_groups" ADD COLUMN "is_deleted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "beta_groups_name_key" ON "beta_groups" USING btree (lower("name")) WHERE not "beta_groups"."is_deleted";