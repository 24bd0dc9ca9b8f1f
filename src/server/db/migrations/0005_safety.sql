CREATE TABLE "former_contacts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"username" text NOT NULL,
	"phone_prefix" text NOT NULL,
	"phone_number" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_phones" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"phone_prefix" text NOT NULL,
	"phone_number" text NOT NULL,
	"code_hash" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"code_expires_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_usernames" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"requested_by_id" bigint,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_rows" (
	"entity" text NOT NULL,
	"record_id" bigint NOT NULL,
	CONSTRAINT "demo_rows_entity_record_id_pk" PRIMARY KEY("entity","record_id")
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" bigint,
	"actor_id" bigint,
	"address" text,
	"reason" text,
	"repeat_key" text,
	"count" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_text(' ' || coalesce(address, '') || ' ' || coalesce(reason, ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_devices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trusted_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "budgets" ADD COLUMN "checking" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sign_in_locks" ADD COLUMN "checking" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "former_contacts" ADD CONSTRAINT "former_contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_phones" ADD CONSTRAINT "pending_phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_usernames" ADD CONSTRAINT "pending_usernames_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_usernames" ADD CONSTRAINT "pending_usernames_requested_by_id_users_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "former_contacts_username_key" ON "former_contacts" USING btree ("username");--> statement-breakpoint
CREATE INDEX "former_contacts_user_id_index" ON "former_contacts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "former_contacts_expires_at_index" ON "former_contacts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_phones_expires_at_index" ON "pending_phones" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_usernames_requested_by_id_index" ON "pending_usernames" USING btree ("requested_by_id");--> statement-breakpoint
CREATE INDEX "pending_usernames_expires_at_index" ON "pending_usernames" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_events_repeat_key_key" ON "security_events" USING btree ("repeat_key");--> statement-breakpoint
CREATE INDEX "security_events_user_id_first_at_index" ON "security_events" USING btree ("user_id","first_at");--> statement-breakpoint
CREATE INDEX "security_events_actor_id_index" ON "security_events" USING btree ("actor_id") WHERE "security_events"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "security_events_kind_index" ON "security_events" USING btree ("kind","first_at","id");--> statement-breakpoint
CREATE INDEX "security_events_reason_index" ON "security_events" USING btree ("reason","first_at","id") WHERE "security_events"."reason" is not null;--> statement-breakpoint
CREATE INDEX "security_events_first_at_index" ON "security_events" USING btree ("first_at","id");--> statement-breakpoint
CREATE INDEX "security_events_search_text_index" ON "security_events" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_devices_token_hash_key" ON "trusted_devices" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "trusted_devices_user_id_index" ON "trusted_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trusted_devices_last_used_at_index" ON "trusted_devices" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "accessories_purchase_proof_file_id_index" ON "accessories" USING btree ("purchase_proof_file_id") WHERE "accessories"."purchase_proof_file_id" is not null;--> statement-breakpoint
CREATE INDEX "user_products_purchase_proof_file_id_index" ON "user_products" USING btree ("purchase_proof_file_id") WHERE "user_products"."purchase_proof_file_id" is not null;--> statement-breakpoint
-- By hand: a mailed link opens something only for the address that it went to. The links that are on their way went to the address of their account.
UPDATE "mailed_tokens" SET "address" = "users"."username" FROM "users" WHERE "users"."id" = "mailed_tokens"."user_id";
