CREATE TABLE "access_given" (
	"user_id" bigint NOT NULL,
	"by_id" bigint NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "access_given_user_id_by_id_pk" PRIMARY KEY("user_id","by_id")
);
--> statement-breakpoint
CREATE TABLE "people_seen" (
	"user_id" bigint NOT NULL,
	"period" timestamp (3) with time zone NOT NULL,
	"sketch" text NOT NULL,
	CONSTRAINT "people_seen_user_id_period_pk" PRIMARY KEY("user_id","period")
);
--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "about_user_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "administrator_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_batches" ADD COLUMN "has_fresh_sign_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "access_given" ADD CONSTRAINT "access_given_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_given" ADD CONSTRAINT "access_given_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_seen" ADD CONSTRAINT "people_seen_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_given_by_id_index" ON "access_given" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "people_seen_period_index" ON "people_seen" USING btree ("period");--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_about_user_id_users_id_fk" FOREIGN KEY ("about_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_messages_about_user_id_index" ON "outgoing_messages" USING btree ("about_user_id");