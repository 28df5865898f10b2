<?php
/**
 * Stores the start of every event in a meta field, so that WordPress can sort lists of events by it.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use DateTimeImmutable;
use DateTimeZone;

defined( 'ABSPATH' ) || exit;

/** The meta field with the start of an event: in UTC as `Y-m-d H:i:s`, or empty if the event has no valid start. */
const EVENT_START_META = '_site_companion_start';

foreach ( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ) as $action ) {
	add_action( $action, __NAMESPACE__ . '\on_event_fields_change', 10, 3 );
}
add_action( 'acf/save_post', __NAMESPACE__ . '\on_acf_event_save', 20 );

/** @param int|int[] $meta_id */
function on_event_fields_change( mixed $meta_id, int $id, string $key ): void {
	if ( FIELDS_META === $key && 'event' === get_post_type( $id ) ) {
		update_post_meta( $id, EVENT_START_META, event_start( $id ) );
	}
}

function on_acf_event_save( mixed $id ): void {
	if ( is_numeric( $id ) && 'event' === get_post_type( (int) $id ) ) {
		update_post_meta( (int) $id, EVENT_START_META, event_start( (int) $id ) );
	}
}

function event_start( int $id ): string {
	$fields = event_fields( $id );
	$start  = event_time( $fields, 'start_date' );

	return $start ? $start->setTimezone( new DateTimeZone( 'UTC' ) )->format( 'Y-m-d H:i:s' ) : '';
}

/** The fields of an event: ACF's, completed by those that this plugin has stored. Unlike `read_fields`, it ignores a password. */
function event_fields( int $id ): array {
	$post = get_post( $id );
	$acf  = $post && acf_has_fields_for( $post ) ? get_fields( $id ) : false;

	return ( is_array( $acf ) ? $acf : array() ) + stored_fields( $id );
}

/** A date of an event in the event's time zone (default: UTC); null if the date is missing or invalid, or the zone is unknown. */
function event_time( array $fields, string $name ): ?DateTimeImmutable {
	$local = to_local_time( text_or_empty( $fields[ $name ] ?? '' ) );
	$zone  = text_or_empty( $fields['time_zone'] ?? '' );
	$zone  = '' === $zone ? 'UTC' : $zone;

	return $local && is_time_zone( $zone ) ? new DateTimeImmutable( $local->format( 'Y-m-d H:i:s' ), new DateTimeZone( $zone ) ) : null;
}

function text_or_empty( mixed $value ): string {
	return is_scalar( $value ) ? trim( (string) $value ) : '';
}

/** Adds the start to events that were saved before the plugin stored it. */
function add_missing_event_starts(): void {
	$ids = get_posts(
		array(
			'post_type'   => 'event',
			'post_status' => array( 'any', 'trash' ),
			'numberposts' => -1,
			'fields'      => 'ids',
			'meta_query'  => array( // phpcs:ignore WordPress.DB.SlowDBQuery
				array(
					'key'     => EVENT_START_META,
					'compare' => 'NOT EXISTS',
				),
			),
		)
	);
	foreach ( $ids as $id ) {
		update_post_meta( $id, EVENT_START_META, event_start( $id ) );
	}
}
