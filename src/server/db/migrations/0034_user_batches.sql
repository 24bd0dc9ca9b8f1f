CREATE TABLE "user_batch_rows" (
	"batch_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"outcome" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"audit_id" bigint,
	CONSTRAINT "user_batch_rows_batch_id_user_id_pk" PRIMARY KEY("batch_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"beta_group_id" bigint,
	"started_by" bigint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"undo_of" bigint
);
--> statement-breakpoint
ALTER TABLE "user_batch_rows" ADD CONSTRAINT "user_batch_rows_batch_id_user_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."user_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_batch_rows" ADD CONSTRAINT "user_batch_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_batches" ADD CONSTRAINT "user_batches_beta_group_id_beta_groups_id_fk" FOREIGN KEY ("beta_group_id") REFERENCES "public"."beta_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_batches" ADD CONSTRAINT "user_batches_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_batch_rows_user_id_index" ON "user_batch_rows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_batch_rows_pending_index" ON "user_batch_rows" USING btree ("batch_id","user_id") WHERE "user_batch_rows"."outcome" = 'pending';--> statement-breakpoint
CREATE INDEX "user_batches_started_by_index" ON "user_batches" USING btree ("started_by","id");--> statement-breakpoint
CREATE INDEX "user_batches_beta_group_id_index" ON "user_batches" USING btree ("beta_group_id") WHERE "user_batches"."beta_group_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_batches_undo_of_key" ON "user_batches" USING btree ("undo_of");