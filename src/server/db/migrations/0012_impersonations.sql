CREATE TABLE "impersonations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"administrator_id" bigint NOT NULL,
	"family_id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_administrator_id_users_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "impersonations_administrator_id_index" ON "impersonations" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "impersonations_customer_id_index" ON "impersonations" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "impersonations_expires_at_index" ON "impersonations" USING btree ("expires_at");