CREATE TABLE "warranty_code_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "warranty_code_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"nb_code" integer NOT NULL,
	"nb_inserted" integer DEFAULT 0 NOT NULL,
	"is_gifted" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"user_id" bigint
);
--> statement-breakpoint
ALTER TABLE "warranty_codes" ADD COLUMN "batch_id" bigint;--> statement-breakpoint
ALTER TABLE "warranty_code_batches" ADD CONSTRAINT "warranty_code_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "warranty_code_batches_user_id_index" ON "warranty_code_batches" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "warranty_codes" ADD CONSTRAINT "warranty_codes_batch_id_warranty_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."warranty_code_batches"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "warranty_codes_batch_id_index" ON "warranty_codes" USING btree ("batch_id","id");--> statement-breakpoint
CREATE INDEX "warranty_codes_code_prefix_index" ON "warranty_codes" USING btree ("code" collate "C");--> statement-breakpoint
CREATE INDEX "warranty_codes_start_date_index" ON "warranty_codes" USING btree ("start_date","id");--> statement-breakpoint
CREATE INDEX "warranty_codes_end_date_index" ON "warranty_codes" USING btree ("end_date","id");--> statement-breakpoint
CREATE INDEX "warranty_codes_list_index" ON "warranty_codes" USING btree ("id","used_at","is_gifted");--> statement-breakpoint
CREATE INDEX "warranty_codes_list_used_index" ON "warranty_codes" USING btree ("id") WHERE "warranty_codes"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "warranty_codes_list_gifted_index" ON "warranty_codes" USING btree ("id") WHERE "warranty_codes"."is_gifted";--> statement-breakpoint
CREATE INDEX "warranty_codes_used_of_batch_index" ON "warranty_codes" USING btree ("batch_id") WHERE "warranty_codes"."used_at" is not null;