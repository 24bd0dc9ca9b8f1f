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
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "security_events_repeat_key_key" ON "security_events" USING btree ("repeat_key");--> statement-breakpoint
CREATE INDEX "security_events_user_id_first_at_index" ON "security_events" USING btree ("user_id","first_at");--> statement-breakpoint
CREATE INDEX "security_events_actor_id_index" ON "security_events" USING btree ("actor_id") WHERE "security_events"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "security_events_kind_index" ON "security_events" USING btree ("kind","first_at","id");--> statement-breakpoint
CREATE INDEX "security_events_reason_index" ON "security_events" USING btree ("reason","first_at","id") WHERE "security_events"."reason" is not null;--> statement-breakpoint
CREATE INDEX "security_events_first_at_index" ON "security_events" USING btree ("first_at","id");--> statement-breakpoint
CREATE INDEX "security_events_search_text_index" ON "security_events" USING gin ("search_text" gin_trgm_ops);