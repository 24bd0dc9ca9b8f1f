CREATE TABLE "proof_checks" (
	"file_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" bigint,
	"reason" text,
	"words" text,
	"claimed_by_id" bigint,
	"claimed_until" timestamp (3) with time zone,
	"late_mailed_at" timestamp (3) with time zone,
	CONSTRAINT "proof_checks_decided_check" CHECK (("proof_checks"."state" = 'checking') = ("proof_checks"."decided_at" is null)),
	CONSTRAINT "proof_checks_reason_check" CHECK (("proof_checks"."state" = 'refused') = ("proof_checks"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "news_reads" (
	"user_id" bigint NOT NULL,
	"news_id" bigint NOT NULL,
	CONSTRAINT "news_reads_user_id_news_id_pk" PRIMARY KEY("user_id","news_id")
);
--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "proof_file_id" bigint;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "accessory_id" bigint;--> statement-breakpoint
ALTER TABLE "accessories" ADD COLUMN "extension_reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_products" ADD COLUMN "nickname" text;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "proof_checks" ADD CONSTRAINT "proof_checks_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_checks" ADD CONSTRAINT "proof_checks_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_checks" ADD CONSTRAINT "proof_checks_claimed_by_id_users_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proof_checks_waiting_index" ON "proof_checks" USING btree ("submitted_at") WHERE "proof_checks"."state" = 'checking';--> statement-breakpoint
CREATE INDEX "proof_checks_decided_by_id_index" ON "proof_checks" USING btree ("decided_by_id");--> statement-breakpoint
CREATE INDEX "proof_checks_claimed_by_id_index" ON "proof_checks" USING btree ("claimed_by_id");--> statement-breakpoint
CREATE INDEX "news_reads_news_id_index" ON "news_reads" USING btree ("news_id");--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_proof_file_id_files_id_fk" FOREIGN KEY ("proof_file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_accessory_id_accessories_id_fk" FOREIGN KEY ("accessory_id") REFERENCES "public"."accessories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_messages_proof_file_id_index" ON "outgoing_messages" USING btree ("proof_file_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_accessory_id_index" ON "outgoing_messages" USING btree ("accessory_id");--> statement-breakpoint
UPDATE "news" SET "published_at" = "last_modif_date" WHERE "is_published";