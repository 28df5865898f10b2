<?php
/**
 * The list of events: their dates and places, sorted by start, and the action "Duplicate".
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use DateTimeImmutable;
use WP_Post;
use WP_Query;

defined( 'ABSPATH' ) || exit;

add_filter( 'manage_event_posts_columns', __NAMESPACE__ . '\event_columns' );
add_action( 'manage_event_posts_custom_column', __NAMESPACE__ . '\show_event_column', 10, 2 );
add_action( 'pre_get_posts', __NAMESPACE__ . '\sort_events' );
add_filter( 'post_row_actions', __NAMESPACE__ . '\add_duplicate_action', 10, 2 );
add_action( 'admin_action_site_companion_duplicate', __NAMESPACE__ . '\duplicate_event' );

function event_columns( array $columns ): array {
	$columns['title']                = __( 'Event', 'site-companion' );
	$columns['site_companion_when']  = __( 'When', 'site-companion' );
	$columns['site_companion_where'] = __( 'Where', 'site-companion' );
	// The date of the post says nothing about the event.
	unset( $columns['date'] );

	return $columns;
}

/** The event that starts last comes first, those without a start at the end, unless an editor sorts by a column. */
function sort_events( WP_Query $query ): void {
	global $pagenow;

	if ( ! is_admin() || 'edit.php' !== $pagenow || ! $query->is_main_query() || 'event' !== $query->get( 'post_type' ) || '' !== $query->get( 'orderby' ) ) {
		return;
	}
	$ids    = get_posts(
		array(
			'post_type'   => 'event',
			'post_status' => array( 'any', 'trash' ),
			'numberposts' => -1,
			'fields'      => 'ids',
		)
	);
	$starts = array_map( static fn( int $id ): int => (int) event_time( event_fields( $id ), 'start_date' )?->getTimestamp(), array_combine( $ids, $ids ) );
	arsort( $starts );
	$query->set( 'post__in', array_keys( $starts ) );
	$query->set( 'orderby', 'post__in' );
}

function show_event_column( string $column, int $id ): void {
	$fields = event_fields( $id );
	if ( 'site_companion_where' === $column ) {
		$places = array_map( static fn( string $name ): string => text_or_empty( $fields[ $name ] ?? '' ), array( 'venue', 'city', 'country', 'booth' ) );
		echo esc_html( implode( ', ', array_filter( $places ) ) );
	}
	if ( 'site_companion_when' === $column ) {
		echo nl2br( esc_html( event_dates( $fields ) ) );
	}
}

/** The fields of an event: ACF's, completed by those that this plugin has stored. Unlike `read_fields`, it ignores a password. */
function event_fields( int $id ): array {
	$post = get_post( $id );
	$acf  = $post && acf_has_fields_for( $post ) ? get_fields( $id ) : false;

	return ( is_array( $acf ) ? $acf : array() ) + stored_fields( $id );
}

/** "26 November 2026, 09:30 – 27 November 2026, 14:00" and the time zone in a second line. */
function event_dates( array $fields ): string {
	$start = event_time( $fields, 'start_date' );
	if ( ! $start ) {
		return __( 'No date', 'site-companion' );
	}
	$end    = event_time( $fields, 'end_date' ) ?? $start;
	$date   = (string) get_option( 'date_format' );
	$time   = (string) get_option( 'time_format' );
	$format = static fn( string $format, DateTimeImmutable $moment ): string => (string) wp_date( $format, $moment->getTimestamp(), $moment->getTimezone() );
	$text   = $format( "$date, $time", $start );
	if ( $end > $start ) {
		$text .= ' – ' . $format( $start->format( 'Ymd' ) === $end->format( 'Ymd' ) ? $time : "$date, $time", $end );
	}

	return "$text\n" . $start->getTimezone()->getName();
}

function add_duplicate_action( array $actions, WP_Post $post ): array {
	if ( 'event' === $post->post_type && current_user_can( 'edit_post', $post->ID ) ) {
		$address              = wp_nonce_url( admin_url( "admin.php?action=site_companion_duplicate&post={$post->ID}" ), "site_companion_duplicate_{$post->ID}" );
		$actions['duplicate'] = sprintf(
			'<a href="%s" aria-label="%s">%s</a>',
			esc_url( $address ),
			/* translators: %s: title of an event. */
			esc_attr( sprintf( __( 'Duplicate “%s”', 'site-companion' ), $post->post_title ) ),
			esc_html__( 'Duplicate', 'site-companion' )
		);
	}

	return $actions;
}

/** Creates a draft with the same text, fields, picture and terms, and opens it. */
function duplicate_event(): never {
	$id   = absint( $_GET['post'] ?? 0 );
	$post = get_post( $id );
	check_admin_referer( "site_companion_duplicate_$id" );
	if ( ! $post || 'event' !== $post->post_type || ! current_user_can( 'edit_post', $id ) ) {
		wp_die( esc_html__( 'You are not allowed to duplicate this event.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	$copy_id = wp_insert_post(
		wp_slash(
			array(
				'post_type'    => $post->post_type,
				'post_status'  => 'draft',
				/* translators: %s: title of an event. */
				'post_title'   => sprintf( __( '%s (copy)', 'site-companion' ), $post->post_title ),
				'post_content' => $post->post_content,
				'post_excerpt' => $post->post_excerpt,
			)
		),
		true
	);
	if ( is_wp_error( $copy_id ) ) {
		wp_die( esc_html( $copy_id->get_error_message() ) );
	}
	foreach ( get_object_taxonomies( $post ) as $taxonomy ) {
		wp_set_object_terms( $copy_id, wp_get_object_terms( $id, $taxonomy, array( 'fields' => 'ids' ) ), $taxonomy );
	}
	// Locks, old slugs and what the trash remembers belong to the original.
	$left_out = array( '_edit_lock', '_edit_last', '_wp_old_slug', '_wp_old_date', '_wp_desired_post_slug', '_wp_trash_meta_status', '_wp_trash_meta_time' );
	foreach ( get_post_meta( $id ) as $key => $values ) {
		if ( in_array( $key, $left_out, true ) ) {
			continue;
		}
		delete_post_meta( $copy_id, $key );
		foreach ( $values as $value ) {
			add_post_meta( $copy_id, $key, wp_slash( maybe_unserialize( $value ) ) );
		}
	}
	wp_safe_redirect( admin_url( "post.php?post=$copy_id&action=edit" ) );
	exit;
}
