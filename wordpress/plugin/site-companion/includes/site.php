<?php
/**
 * What several pages show: name, description, telephone, notices, menus and texts. Editors change them under Site; the REST API returns
 * them at `/wp-json/api/site`, with the texts for search engines of the home page and the FAQ page. If the name or the description is
 * empty, or no menu is assigned, the site uses its default.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_Term;

defined( 'ABSPATH' ) || exit;

/** The name of the transient with the name that was read from the site's home page. */
const OWN_NAME_TRANSIENT = 'site_companion_own_name';

/** Levels of a menu that the site shows. */
const MENU_DEPTH = 2;

add_action( 'after_setup_theme', __NAMESPACE__ . '\register_menu_locations', 20 );
add_public_route( '/site', __NAMESPACE__ . '\read_site' );

/** The menu locations by their names in the REST API. */
function menu_locations(): array {
	return array(
		'header'   => __( 'Header', 'site-companion' ),
		'footer_1' => __( 'Footer, first column', 'site-companion' ),
		'footer_2' => __( 'Footer, second column', 'site-companion' ),
		'footer_3' => __( 'Footer, third column', 'site-companion' ),
		'legal'    => __( 'Footer, legal links', 'site-companion' ),
	);
}

function register_menu_locations(): void {
	foreach ( menu_locations() as $name => $label ) {
		register_nav_menu( "site_$name", $label );
	}
}

function read_site(): array {
	$saved = stored_site();
	$menus = array();
	foreach ( array_keys( menu_locations() ) as $name ) {
		$menus[ $name ] = read_menu( "site_$name" );
	}

	return array(
		...$saved,
		'notices' => array_map( __NAMESPACE__ . '\to_notice_response', $saved['notices'] ),
		'menus'   => $menus,
		// The routes of the home page and the FAQ page return only what ACF would.
		'seo'     => array(
			'homepage' => to_seo_response( stored_seo( single_item( HOMEPAGE )->ID ?? 0 ) ),
			'faqpage'  => to_seo_response( stored_seo( single_item( FAQPAGE )->ID ?? 0 ) ),
		),
	);
}

/** The values of the fields of the settings of the site. Those that were never saved are empty. */
function stored_site(): array {
	$empty  = array_map( static fn( array $field ): string|array => in_array( $field['type'], array( 'list', 'group' ), true ) ? array() : '', array_column( site_form_fields(), null, 'name' ) );
	$values = array_merge( $empty, array_intersect_key( single_values( SITE ) ?? array(), $empty ) );

	return array( 'notices' => rows_in( $values['notices'] ) ) + $values;
}

/** The fields of the settings of the site. The help of the notices names the time zone. */
function site_form_fields(): array {
	return array_map(
		static fn( array $field ): array => array( 'help' => str_replace( '%s', wp_timezone_string(), $field['help'] ) ) + $field,
		content_schema()['site']['fields']
	);
}

/** The name that the site shows: the one entered under Site, else the one on the site's home page, else the one of WordPress. */
function name_of_site(): string {
	$site = site_address();
	$name = stored_site()['name'] ?: get_transient( OWN_NAME_TRANSIENT );
	if ( false === $name && '' !== $site ) {
		$html = wp_remote_retrieve_body( wp_remote_get( "$site/", array( 'timeout' => 2 ) ) );
		$name = preg_match( '/<meta property="og:site_name" content="([^"]+)"/', $html, $found ) ? plain_text( $found[1] ) : '';
		// Without a result, the site is requested again soon.
		set_transient( OWN_NAME_TRANSIENT, $name, '' === $name ? 5 * MINUTE_IN_SECONDS : DAY_IN_SECONDS );
	}

	return (string) $name ?: plain_text( get_bloginfo( 'name' ) );
}

/** The stored times are in the time zone of WordPress, those of the response are instants in UTC. */
function to_notice_response( array $notice ): array {
	$instant = static fn( string $local ): string => '' === $local ? '' : get_gmt_from_date( $local, 'Y-m-d\TH:i:s\Z' );

	return array(
		'text'  => (string) ( $notice['text'] ?? '' ),
		'url'   => esc_url_raw( to_site_relative( (string) ( $notice['url'] ?? '' ) ) ),
		'from'  => $instant( (string) ( $notice['from'] ?? '' ) ),
		'until' => $instant( (string) ( $notice['until'] ?? '' ) ),
	);
}

/** The menu of a location; null if there is none or it has no entries. */
function read_menu( string $location ): ?array {
	$menu  = wp_get_nav_menu_object( get_nav_menu_locations()[ $location ] ?? 0 );
	$items = $menu instanceof WP_Term ? wp_get_nav_menu_items( $menu->term_id ) : false;
	if ( ! $menu instanceof WP_Term || ! is_array( $items ) || array() === $items ) {
		return null;
	}
	$by_parent = array();
	foreach ( $items as $item ) {
		$by_parent[ (int) $item->menu_item_parent ][] = $item;
	}

	return array(
		'name'  => plain_text( $menu->name ),
		'items' => to_menu_entries( $by_parent, 0, 1 ),
	);
}

/** @param array<int, WP_Post[]> $by_parent */
function to_menu_entries( array $by_parent, int $parent_id, int $level ): array {
	$entries = array();
	foreach ( $by_parent[ $parent_id ] ?? array() as $item ) {
		$children = to_menu_entries( $by_parent, $item->ID, $level + 1 );
		$entry    = array(
			'label' => plain_text( $item->title ),
			'url'   => menu_item_url( $item ),
		);
		if ( $level < MENU_DEPTH ) {
			$entries[] = $entry + array( 'children' => $children );
		} else {
			// Entries of deeper levels are listed after their parent.
			$entries = array_merge( $entries, array( $entry + array( 'children' => array() ) ), $children );
		}
	}

	return $entries;
}

/**
 * Where an entry of a menu leads: a path of the site, or a URL elsewhere. Empty if the entry has no link or its target is not public.
 */
function menu_item_url( WP_Post $item ): string {
	if ( 'post_type' === $item->type ) {
		$post = get_post( (int) $item->object_id );

		return $post && 'publish' === $post->post_status && '' === $post->post_password ? site_path_of( $post ) ?? '' : '';
	}
	if ( 'taxonomy' === $item->type && 'category' === $item->object ) {
		$term = get_term( (int) $item->object_id );

		return $term instanceof WP_Term ? '/news?category=' . $term->slug : '';
	}
	if ( 'taxonomy' === $item->type ) {
		return 'faq_topic' === $item->object ? '/faq' : '';
	}
	if ( 'post_type_archive' === $item->type ) {
		return array(
			'event' => '/events',
			'faq'   => '/faq',
			'post'  => '/news',
		)[ $item->object ] ?? '';
	}
	$url = trim( (string) $item->url );

	return '#' === $url ? '' : to_site_relative( $url );
}

/** A URL on the site or on this WordPress as a path; any other URL unchanged. */
function to_site_relative( string $url ): string {
	foreach ( array_filter( array( site_address(), home_url(), site_url() ) ) as $base ) {
		$host_and_path = preg_quote( (string) preg_replace( '#^https?://#i', '', untrailingslashit( $base ) ), '#' );
		if ( preg_match( "#^https?://$host_and_path(?:/+|(?=[?\\#])|$)(.*)$#is", $url, $found ) ) {
			return '/' . $found[1];
		}
	}

	return $url;
}

function plain_text( string $html ): string {
	return trim( html_entity_decode( wp_strip_all_tags( $html ), ENT_QUOTES | ENT_HTML5 ) );
}
