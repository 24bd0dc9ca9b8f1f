CREATE TABLE "update_mails" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"switched_off_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "update_mails" ADD CONSTRAINT "update_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "update_mails_token_key" ON "update_mails" USING btree ("token");