CREATE TABLE "sealed_entries" (
	"chain" text NOT NULL,
	"entry_id" bigint NOT NULL,
	"seal" bigint NOT NULL,
	"kind" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" bigint,
	"actor_id" bigint,
	"salt" uuid,
	"values_hash" text NOT NULL,
	CONSTRAINT "sealed_entries_chain_entry_id_pk" PRIMARY KEY("chain","entry_id")
);
--> statement-breakpoint
CREATE TABLE "seals" (
	"chain" text NOT NULL,
	"number" bigint NOT NULL,
	"kind" text NOT NULL,
	"previous" text NOT NULL,
	"root" text NOT NULL,
	"count" integer NOT NULL,
	"newest_id" bigint,
	"newest_at" timestamp (3) with time zone,
	"made_at" timestamp (3) with time zone NOT NULL,
	"hash" text NOT NULL,
	"is_logged" boolean DEFAULT false NOT NULL,
	CONSTRAINT "seals_chain_number_pk" PRIMARY KEY("chain","number")
);
--> statement-breakpoint
ALTER TABLE "impersonations" ADD COLUMN "screens" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "sealed_entries_seal_index" ON "sealed_entries" USING btree ("chain","seal","entry_id");--> statement-breakpoint
CREATE INDEX "seals_unlogged_index" ON "seals" USING btree ("number") WHERE not "seals"."is_logged";