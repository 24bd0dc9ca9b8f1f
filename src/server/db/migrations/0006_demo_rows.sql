CREATE TABLE "demo_rows" (
	"entity" text NOT NULL,
	"record_id" bigint NOT NULL,
	CONSTRAINT "demo_rows_entity_record_id_pk" PRIMARY KEY("entity","record_id")
);
