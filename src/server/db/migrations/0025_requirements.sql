CREATE TABLE "due_work" (
	"kind" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"failed_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_until" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "due_work_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "release_holds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "release_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"release_id" bigint NOT NULL,
	"hardware_versions" smallint[] DEFAULT '{}' NOT NULL,
	"reason" jsonb NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_recalls" (
	"release_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_recalls_release_id_user_id_pk" PRIMARY KEY("release_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "release_schedules" (
	"release_id" bigint PRIMARY KEY NOT NULL,
	"step" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" bigint NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL,
	"asked" jsonb NOT NULL,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "is_recalled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "minimum_installed_version" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "stepping_stone" text;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "hardware_versions" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "minimum_battery_percent" integer;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "needs_coil" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "minimum_app_build" integer;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "proof_exception_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "proof_exception_by" bigint;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "proof_exception_reason" text;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "release_id" bigint;--> statement-breakpoint
ALTER TABLE "product_updates" ADD COLUMN "is_simulated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_holds" ADD CONSTRAINT "release_holds_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_recalls" ADD CONSTRAINT "release_recalls_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_recalls" ADD CONSTRAINT "release_recalls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_schedules" ADD CONSTRAINT "release_schedules_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_schedules" ADD CONSTRAINT "release_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "due_work_due_at_index" ON "due_work" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "release_holds_release_id_index" ON "release_holds" USING btree ("release_id");--> statement-breakpoint
CREATE INDEX "release_recalls_user_id_index" ON "release_recalls" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "release_schedules_user_id_index" ON "release_schedules" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_proof_exception_by_users_id_fk" FOREIGN KEY ("proof_exception_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_messages_release_id_index" ON "outgoing_messages" USING btree ("release_id");