ALTER TABLE "warranty_code_batches" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "warranty_code_batches" ADD COLUMN "recalled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "warranty_code_batches" ADD COLUMN "recalled_by_id" bigint;--> statement-breakpoint
ALTER TABLE "warranty_code_batches" ADD COLUMN "recall_reason" text;--> statement-breakpoint
ALTER TABLE "warranty_code_batches" ADD CONSTRAINT "warranty_code_batches_recalled_by_id_users_id_fk" FOREIGN KEY ("recalled_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "warranty_code_batches_recalled_by_id_index" ON "warranty_code_batches" USING btree ("recalled_by_id");