CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Text without case and accents, to search in and to sort by: "Élodie" and "elodie" are the same.
CREATE FUNCTION "fold_text"("given" text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN lower(regexp_replace(normalize("given", NFD), '[\u0300-\u036f]', '', 'g'));--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"word" text NOT NULL,
	"record_id" bigint NOT NULL,
	"action" text NOT NULL,
	"user_id" bigint,
	"date" timestamp (3) with time zone NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "firstname_key" text GENERATED ALWAYS AS (fold_text(firstname)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "lastname_key" text GENERATED ALWAYS AS (fold_text(lastname)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(firstname || ' ' || lastname || ' ' || username || ' ' || phone_number)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_word_record_id_index" ON "audit_entries" USING btree ("word","record_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_user_id_index" ON "audit_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_list_id_index" ON "users" USING btree ("id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_firstname_index" ON "users" USING btree ("firstname_key" collate "C","id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_lastname_index" ON "users" USING btree ("lastname_key" collate "C","id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_username_index" ON "users" USING btree ("username" collate "C","id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_list_country_index" ON "users" USING btree ("country" collate "C","id") WHERE not "users"."is_deleted";--> statement-breakpoint
CREATE INDEX "users_search_text_index" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- What is written in the trail stays, whatever the program does.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();